"""The program on a laptop: its pages, its worker, its data and their keeper, the telephones of the hall."""
