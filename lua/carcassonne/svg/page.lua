--- The frame of a page that shows a game step by step: its look and its places. Words in double braces are
-- filled in by carcassonne.svg.html.
-- @module carcassonne.svg.page

local page_script = require "carcassonne.svg.page_script"

local page = {}

page.look = [==[
:root { --paper: {{paper}}; --ink: {{ink}}; }
* { box-sizing: border-box; }
body { margin: 0; height: 100vh; display: grid; grid-template: 1fr auto / 1fr minmax(17rem, 24rem); background: var(--paper);
  color: var(--ink); font: 15px/1.4 "DejaVu Sans", Verdana, sans-serif; }
#table { min-height: 0; overflow: hidden; cursor: grab; touch-action: none; }
#table svg { width: 100%; height: 100%; display: block; }
aside { overflow: auto; padding: .8rem 1rem; border-left: 1px solid; grid-row: span 2; }
h1 { font-size: 1.05rem; margin: 0 0 .4rem; }
h2 { font-size: .95rem; margin: 1rem 0 .2rem; }
table { border-collapse: collapse; width: 100%; }
td { vertical-align: top; padding: .15rem .3rem .15rem 0; }
td.points { font-weight: bold; font-size: 1.15rem; text-align: right; }
td small { display: block; opacity: .85; }
tr.turn td { background: #fff8; }
ul { margin: 0; padding-left: 1.1rem; }
#besides, #legend { font-size: .82rem; list-style: none; padding: 0; }
#legend li { display: flex; align-items: center; gap: .4rem; }
#legend svg { width: 56px; height: 34px; flex: none; }
footer { padding: .4rem .8rem .6rem; border-top: 1px solid; min-width: 0; }
#bar { display: flex; gap: .35rem; align-items: center; }
#bar input { flex: 1; min-width: 4rem; }
button { font: inherit; min-width: 2.2rem; }
.curve { width: 100%; height: 64px; display: block; background: #fff6; margin-top: .3rem; }
.curve path { fill: none; stroke-width: 2; vector-effect: non-scaling-stroke; }
.curve line { stroke: var(--ink); vector-effect: non-scaling-stroke; }
.curve.opinion { height: 96px; }
.curve path.area { stroke: none; fill: var(--whose); fill-opacity: .5; }
.curve .zero { stroke: var(--ink); stroke-width: 1; opacity: .45; }
.curve .slip { stroke-linecap: round; stroke-width: 4; }
.curve .slip.dear { stroke-width: 9; }
.curve .slip.ring { stroke: var(--ink); stroke-width: 6; }
.curve .slip.ring.dear { stroke-width: 12; }
#better rect { fill: none; stroke-width: 8; }
#better text { font-size: 17px; font-weight: bold; text-anchor: middle; }
figure { margin: .3rem 0 0; }
figcaption { font-size: .8rem; display: flex; justify-content: space-between; gap: 1rem; }
figcaption b { font-variant-numeric: tabular-nums; }
.thinks p { margin: .1rem 0; }
.thinks > div { min-height: 7.2rem; }
.thinks .verdict { font-weight: bold; display: flex; gap: .45rem; align-items: baseline; }
.thinks .verdict i { width: .8rem; height: .8rem; flex: none; border: 1.5px solid var(--ink); border-radius: 50%; align-self: center; }
.best i, .near i { background: #4c9a4c; }
.slip i { background: #e8b53a; }
.dear i { background: #c8402c; }
.thinks .small { font-size: .85rem; }
.thinks ol { list-style: none; margin: .3rem 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: .3rem; }
.thinks ol button { font-size: .8rem; padding: .1rem .4rem; }
.thinks ol button.here { outline: 2px solid var(--ink); }
@media (max-width: 760px) { body { grid-template: 55vh auto 1fr / 1fr; height: auto; } aside { border-left: 0; grid-row: auto; } }
]==]

page.program = page_script.text

page.body = [==[
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{{title}}</title>
<style>
{{look}}</style>
</head>
<body>
<main id="table"><svg id="board" xmlns="http://www.w3.org/2000/svg" font-family="DejaVu Sans, Verdana, sans-serif">
<defs>{{definitions}}</defs>
{{axes}}
</svg></main>
<aside>
<h1 id="says" aria-live="polite"></h1>
<table><tbody id="players"></tbody></table>
<div id="opinions"></div>
<h2>What happened</h2>
<ul id="told"></ul>
<h2>What else lies there</h2>
<ul id="besides"></ul>
<h2>What the signs mean</h2>
<ul id="legend">{{legend}}</ul>
<h2>Keys</h2>
<p>← → a step, ↑ ↓ a turn, Home and End, blank plays; + and - or the wheel come near and go far, 0 shows all{{keys}}.</p>
</aside>
<footer>
<div id="bar"><button id="first" title="to the beginning">|‹</button><button id="turnback" title="a turn back">«</button><button
id="back" title="a step back">‹</button><button id="play" title="play">▶</button><button id="on" title="a step on">›</button><button
id="turnon" title="a turn on">»</button><button id="last" title="to the end">›|</button><input id="slider" type="range" min="0"
value="0" aria-label="step"><span id="where"></span></div>
<div id="curves"></div>
</footer>
<script type="application/json" id="game">{{game}}</script>
<script>
{{program}}</script>
</body>
</html>
]==]

--- Fills in words.
---@param text string
---@param values table<string, string>
---@return string
---@usage assert(require("carcassonne.svg.page").filled("a {{b}}", { b = "c" }) == "a c")
function page.filled(text, values)
  return (text:gsub("{{(%l+)}}", function(name) return values[name] or error("nothing for " .. name) end))
end

return page
