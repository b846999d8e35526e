"""Filters of the till: amounts of money with both cents, what a line is for."""

from django import template

from scoring.till.selectors import kind_words
from scoring.till.services import COINS, money
from tournament.concours.kinds import euros
from tournament.ledger.booking import means_words
from tournament.ledger.models import OF_FEES, Movement

register = template.Library()
register.filter("money", money)
register.filter("kind_words", kind_words)
register.filter("means_words", means_words)


@register.filter
def opposite(cents: int) -> int:
    """Return the amount with the other sign."""
    return -cents


@register.filter
def correctable(line: Movement) -> bool:
    """Return whether a line is corrected at the till; fees are on the page of their team."""
    return bool(line.number) and line.corrects is None and line.kind not in OF_FEES


@register.filter
def coins_words(count: Movement) -> str:
    """Return the notes and coins of a count: « 3 × 50 €, 12 × 2 € »."""
    coins = (count.counted or {}).get("coins", {})
    return ", ".join(f"{coins[coin]} × {euros(int(coin))}" for coin in COINS if coin in coins)
