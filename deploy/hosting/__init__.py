"""The program hosted for many clubs: its pages and jobs, fair turns, figures and the files of a server."""
