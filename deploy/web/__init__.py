"""The frame of every page: middleware, errors, probes, languages, forms."""
