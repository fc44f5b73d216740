import unittest

from tariff import price


class PriceTest(unittest.TestCase):
    def test_a_light_parcel_costs_what_its_zone_costs(self):
        self.assertEqual(price(2, "B"), 6.5)

    def test_each_kilogram_above_five_costs_more(self):
        self.assertEqual(price(7, "A"), 5.6)
