import unittest

import build


class PageTest(unittest.TestCase):
    def test_the_page_begins_with_new_year(self):
        self.assertEqual(build.page()[0], "New Year: 1 January")
