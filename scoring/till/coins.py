"""The notes and coins of a till, by their value in cents, the largest first; amounts of money in words."""

from django.utils.formats import number_format

COINS = ("50000", "20000", "10000", "5000", "2000", "1000", "500", "200", "100", "50", "20", "10", "5", "2", "1")


def money(cents: int) -> str:
    """Format an amount as accounts have it, with both cents and a typographic minus: « −12,50 € »."""
    whole, rest = divmod(abs(cents), 100)
    figures = number_format(f"{whole}.{rest:02}", decimal_pos=2, force_grouping=True)
    return f"{'−' if cents < 0 else ''}{figures}\u00a0€"
