"""Fixtures, builders and counts that tests of several subjects use; no test imports another."""
