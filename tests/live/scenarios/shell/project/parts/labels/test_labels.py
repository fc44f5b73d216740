import unittest

from labels import label


class LabelTest(unittest.TestCase):
    def test_a_label_has_brackets(self):
        self.assertEqual(label("nut"), "[nut]")
