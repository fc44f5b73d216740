import unittest

import stock


class StockTest(unittest.TestCase):
    def test_what_runs_out_is_named(self):
        self.assertEqual(stock.low(), ["washer"])
