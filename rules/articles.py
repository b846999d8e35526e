"""The articles that results cite, each in our words, and our decisions: articles.toml."""

from __future__ import annotations

from rules.sentences import Text, read_beside, texts

ARTICLES: dict[str, Text] = texts(read_beside(__file__))
