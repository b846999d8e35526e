"""Finals: pools and knock-outs, the teams expected next, the winners. Plain values in, plain values out."""
