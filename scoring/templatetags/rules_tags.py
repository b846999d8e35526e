"""Template tags of the rule sets."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import get_language

from rules import RuleSet, anchor, article_text

register = template.Library()


@register.simple_tag
def article_link(article: str) -> str:
    """Return the address of what *article* says, in the bibliography."""
    return f"{reverse('public-sources')}#{anchor(article)}"


@register.filter
def cited(article: str) -> str:
    """Return *article* with what it says, and its address in the bibliography; a club's own stays as it was typed."""
    text = article_text(article, get_language() or "fr")
    if text == article:
        return article
    return format_html('<a href="{}" class="article nowrap">{}</a> {}', article_link(article), article, text)


@register.simple_tag
def card_colour(card: str) -> str:
    """Return the class of a card's colour: "suit-red" for hearts and diamonds."""
    return "suit-red" if card[-1] in "♥♦" else ""


@register.simple_tag
def rule_title(rules: RuleSet) -> str:
    """Return the title of a rule set in the language of the moment."""
    return rules.title(get_language() or "fr")
