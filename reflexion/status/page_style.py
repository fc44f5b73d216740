"""The page's style and its little script. The script only sorts, searches and opens what is to be printed; all is readable without it."""

STYLE = """
:root { color-scheme: light dark; --ink: #1d2330; --soft: #566074; --paper: #ffffff; --card: #f5f6f9; --line: #d8dce5; --accent: #3555c8; --second: #b4560a;
  --error: #b3261e; --correction: #8a5a00; --insight: #2456b5; --pattern: #1d6f42; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9f0; --soft: #a4adbf; --paper: #14171e; --card: #1d212b; --line: #343b4a; --accent: #8ea8ff; --second: #f0a35e;
  --error: #ff8a80; --correction: #f0c060; --insight: #8fb4ff; --pattern: #7fd6a2; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem 1rem 4rem; color: var(--ink); background: var(--paper); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--accent); }
h1 { font-size: 1.6rem; margin: 0; line-height: 1.2; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .75rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 0 0 .5rem; }
p { margin: .4rem 0; }
code, .mono { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .9em; }
.soft { color: var(--soft); }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 0; background: var(--paper); padding: .5rem; }
.word { border-left: .25rem solid var(--second); padding: .25rem .75rem; background: var(--card); }
.tiles { display: grid; grid-template-columns: repeat(4, 1fr); gap: .75rem; margin: 1.25rem 0 0; padding: 0; list-style: none; }
.tiles li { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .6rem .8rem; }
.tiles b { display: block; font-size: 1.5rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.groups { display: grid; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); gap: 1.5rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .6rem .3rem 0; vertical-align: top; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--soft); font-size: .85rem; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.wide { overflow-x: auto; }
.wide.many table { min-width: 34rem; overflow-wrap: normal; }
.wide.two th:first-child, .wide.two td:first-child { width: 4rem; }
.below { display: block; margin-top: .15rem; }
.bars { table-layout: fixed; }
.bars td { border: 0; padding: .15rem .6rem .15rem 0; }
.bars td:first-child { width: 38%; }
.bars td:last-child { width: 3.6rem; padding-right: 0; }
.bar { display: block; height: .8rem; min-width: 2px; margin-top: .3rem; border-radius: .2rem; background: var(--accent); }
svg { display: block; width: 100%; height: 9rem; border-bottom: 1px solid var(--line); }
.ends { display: flex; justify-content: space-between; font-size: .85rem; color: var(--soft); margin: .2rem 0 .6rem; }
rect.one { fill: var(--accent); } rect.two { fill: var(--second); }
.key { display: inline-block; width: .8rem; height: .8rem; border-radius: .2rem; vertical-align: -.05rem; margin-right: .3rem; }
.key.one { background: var(--accent); } .key.two { background: var(--second); }
.tools { display: none; gap: .75rem; flex-wrap: wrap; margin-bottom: .75rem; align-items: end; }
.js .tools { display: flex; }
.tools label { font-size: .85rem; color: var(--soft); display: block; flex: 0 1 auto; }
.tools label.grow { flex: 1 1 14rem; }
.tools input, .tools select { display: block; width: 100%; font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--soft); border-radius: .4rem; padding: .4rem .6rem; min-height: 2.6rem; }
details.learning { border: 1px solid var(--line); border-radius: .5rem; margin-bottom: .5rem; background: var(--card); }
details.learning > summary { cursor: pointer; padding: .55rem .8rem; }
details.learning > summary:focus-visible, input:focus-visible, select:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
details.learning dl { margin: 0; padding: .25rem .8rem .8rem; display: grid; grid-template-columns: 7rem 1fr; gap: .25rem .75rem; }
details.learning dt { color: var(--soft); } details.learning dd { margin: 0; }
.chip { display: inline-block; font-size: .78rem; font-weight: 600; border: 1px solid currentColor; border-radius: 1rem; padding: 0 .5rem; margin-right: .3rem; white-space: nowrap; }
.error { color: var(--error); } .correction { color: var(--correction); } .insight { color: var(--insight); } .pattern { color: var(--pattern); }
.meta { display: block; font-size: .85rem; color: var(--soft); }
[hidden] { display: none !important; }
@media (max-width: 34rem) { .tiles { grid-template-columns: repeat(2, 1fr); } details.learning dl { grid-template-columns: 1fr; gap: 0; } details.learning dd { margin-bottom: .4rem; } h2 { margin-top: 2rem; } }
@media print { body { max-width: none; padding: 0; } .tools, .skip { display: none !important; } details.learning, tr, .tiles li { break-inside: avoid; } .wide { overflow: visible; } }
"""

SCRIPT = """
document.documentElement.classList.add('js');
(function () {
  var list = document.getElementById('learnings'), find = document.getElementById('find'), type = document.getElementById('type');
  var sort = document.getElementById('sort'), shown = document.getElementById('shown');
  if (!list) return;
  var rows = Array.prototype.slice.call(list.children);
  function filter() {
    var words = find.value.toLowerCase().split(/\\s+/).filter(Boolean), count = 0;
    rows.forEach(function (row) {
      var text = row.textContent.toLowerCase(), fits = !type.value || row.dataset.type === type.value || row.dataset.state === type.value;
      fits = fits && words.every(function (word) { return text.indexOf(word) >= 0; });
      row.hidden = !fits;
      if (fits) count += 1;
    });
    shown.textContent = count + ' of ' + rows.length + ' shown';
  }
  function order() {
    var by = sort.value;
    rows.sort(function (a, b) {
      var x = a.dataset[by], y = b.dataset[by];
      return by === 'seen' || by === 'said' ? y - x : x < y ? 1 : x > y ? -1 : 0;
    });
    rows.forEach(function (row) { list.appendChild(row); });
  }
  find.addEventListener('input', filter); type.addEventListener('change', filter); sort.addEventListener('change', order);
  window.addEventListener('beforeprint', function () { rows.forEach(function (row) { row.open = true; }); });
  function unfold() {
    var target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target && target.tagName === 'DETAILS') { target.hidden = false; target.open = true; target.scrollIntoView(); }
  }
  window.addEventListener('hashchange', unfold);
  filter(); unfold();
})();
"""
