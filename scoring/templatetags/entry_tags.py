"""Words of the sheet for templates."""

from django import template

from scoring.selectors.entry import issue_text

register = template.Library()
register.filter("issue", issue_text)
