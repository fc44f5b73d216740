import unittest

from rates import convert


class RatesTest(unittest.TestCase):
    def test_euros_become_francs(self):
        self.assertEqual(convert(10, "CHF"), 9.5)
