"""Finals: what is played in pools and knock-outs, who is expected next, who wins. Plain values in, plain values out."""
