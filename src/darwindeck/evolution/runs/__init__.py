"""Runs: what is tried, who does the work, what is kept, and how a run is taken up again.

`work` is what workers are given and give back, `tasks` does it, `workers` and `cluster` are where;
`population` plans and draws conclusions, `store` keeps everything in one file, `run` holds them
together.
"""
