"""The two camps, and a capot as sheets write it."""

CAMPS = ("NS", "EO")
OTHER = {"NS": "EO", "EO": "NS"}
CAPOT = "capot"
