"""The packages handed out: the wheel, and folders that need no installation with their starters."""
