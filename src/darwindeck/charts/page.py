"""A whole HTML page with its style inside it, which loads nothing from outside and runs nothing."""

from __future__ import annotations

from darwindeck.charts.svg import escaped

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

_STYLE = """
:root { color-scheme: light dark; --paper: #fffdf8; --card: #fbf6ea; --ink: #1f1d1a;
  --quiet: #6f675c; --line: #ddd3c2; --red: #b3122d; --felt: #1f5b43;
  --c1: #1f5b43; --c2: #b3122d; --c3: #2b5f9e; --c4: #a0660b; --c5: #6b4a9a; --c6: #2d7d84; }
@media (prefers-color-scheme: dark) { :root { --paper: #16191a; --card: #1d2122; --ink: #e9e4da;
  --quiet: #a49c8e; --line: #3a3f40; --red: #ff6b7d; --felt: #7cc7a4;
  --c1: #7cc7a4; --c2: #ff8b97; --c3: #8ab8f0; --c4: #e3b25e; --c5: #c1a3ec; --c6: #7fd0d8; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.6 Georgia, "Times New Roman", serif; overflow-wrap: break-word; }
main { max-width: 60rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1, h2, h3, h4, h5, h6, th, nav, summary, figcaption, .chart, .facts, .tag {
  font-family: "Gill Sans", "Trebuchet MS", Verdana, sans-serif; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; color: var(--felt); text-wrap: balance; }
h1 { font-size: 2.5rem; margin: 0 0 .4rem; }
h2 { font-size: 1.55rem; margin: 2.8rem 0 .7rem; border-bottom: 1px solid var(--line);
  padding-bottom: .25rem; }
h3 { font-size: 1.2rem; margin: 1.8rem 0 .4rem; }
h4, h5, h6 { font-size: 1rem; margin: 1.3rem 0 .3rem; }
p { margin: .6rem 0; } li { margin: .3rem 0; } ul, ol { padding-left: 1.6rem; }
a { color: var(--felt); } a:hover { text-decoration-thickness: 2px; }
.quiet { color: var(--quiet); } .red, .gone { color: var(--red); } .new { color: var(--felt); }
.lead { font-size: 1.15rem; } .number { text-align: right; white-space: nowrap;
  font-variant-numeric: tabular-nums; }
nav { font-size: .92rem; } nav ul { list-style: none; display: flex; flex-wrap: wrap;
  gap: .2rem 1.2rem; padding: 0; margin: .6rem 0 0; } nav a { color: var(--quiet);
  text-decoration: none; } nav a:hover, nav a:focus { color: var(--felt);
  text-decoration: underline; }
.scroll { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; width: 100%; font-size: .97rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0;
  border-bottom: 1px solid var(--line); }
th { font-size: .85rem; color: var(--quiet); font-weight: 600; } th.number { text-align: right; }
td .chart, p > .chart { vertical-align: middle; } .dense td { padding-block: .15rem; }
figure { margin: 0; min-width: 0; } figcaption { font-size: .9rem; color: var(--quiet);
  margin-bottom: .3rem; line-height: 1.4; } figcaption b { color: var(--ink); }
.chart { max-width: 100%; height: auto; display: inline-block; }
figure > .chart { width: 100%; max-width: 28rem; }
.grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr));
  gap: 1.6rem 2rem; margin: 1.2rem 0; align-items: start; }
.maps { display: flex; flex-wrap: wrap; gap: 1.4rem 1.8rem; margin: 1.2rem 0; }
.facts { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: 1.2rem 0; padding: 0;
  list-style: none; } .facts li { margin: 0; } .facts b { display: block; font-size: 1.5rem;
  line-height: 1.2; color: var(--felt); font-variant-numeric: tabular-nums; }
.facts span { font-size: .85rem; color: var(--quiet); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .6rem;
  padding: 1rem 1.3rem 1.1rem; margin: 1.2rem 0; } .card > :first-child { margin-top: 0; }
.card > :last-child { margin-bottom: 0; }
.tag { display: inline-block; font-size: .8rem; color: var(--quiet); border: 1px solid
  var(--line); border-radius: 1rem; padding: 0 .6rem; margin-right: .3rem; }
.reasons { list-style: none; padding: 0; }
.reasons li { padding-left: 1.2rem; text-indent: -1.2rem; }
.plus::before { content: "+"; color: var(--felt); } .minus::before { content: "−";
  color: var(--red); } .reasons li::before { display: inline-block; width: 1.2rem; text-indent: 0;
  font-weight: bold; }
details { margin: .8rem 0; } summary { cursor: pointer; color: var(--felt); font-size: .95rem; }
details[open] > summary { margin-bottom: .4rem; } details .book { border-left: 3px solid
  var(--line); padding-left: 1.1rem; }
.line { display: flex; gap: .8rem; } .line .lanes { flex: none; display: flex;
  flex-direction: column; } .line .lanes svg { display: block; flex: none; }
.line .lanes svg + svg { flex: 1 1 0; min-height: 0; height: auto; } .line .step {
  padding-bottom: .7rem; min-width: 0; line-height: 1.45; } .step b { color: var(--felt); }
footer { margin-top: 3rem; color: var(--quiet); font-size: .88rem; }
@media (max-width: 34rem) { body { font-size: 1rem; } main { padding-top: 1.5rem; }
  h1 { font-size: 2rem; } .stack, .stack tbody, .stack tr, .stack td { display: block; }
  .stack thead { display: none; } .stack tr { border-bottom: 1px solid var(--line);
  padding: .4rem 0; } .stack td { border: 0; padding: .1rem 0; text-align: left; }
  .stack td.number { display: inline-block; margin-right: 1rem; } }
@media print { :root { --paper: #fff; --card: #fff; --ink: #000; --quiet: #444; --line: #bbb;
  --red: #a00d25; --felt: #14452f; } body { font-size: 10pt; } main { max-width: none;
  padding: 0; } nav { display: none; } h2, h3, h4, h5 { break-after: avoid; }
  tr, li, figure, .line { break-inside: avoid; } }
"""


def page(title: str, body: str) -> str:
    """A page of this title; the body is markup. A number and its per cent sign stay together."""
    body = body.replace(" %", "\u00a0%")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{escaped(title)}</title>\n<style>{_STYLE}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )
