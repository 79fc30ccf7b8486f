--- The HTML frame of a page that shows a game in steps: style, elements and content security
--- policy. Words in double braces are replaced.
-- @module carcassonne.svg.page

local contrast = require "carcassonne.ui.contrast"
local elements = require "carcassonne.svg.elements"
local html_policy = require "carcassonne.text.html_policy"
local page_script = require "carcassonne.svg.page_script"
local palette = require "carcassonne.ui.palette"

local page = {}

-- The table and the signs have a light ground in both colour schemes.
local LOOK = [==[
:root { --table: {{table}}; --table-ink: {{ink}}; color-scheme: light dark; {{light}} --turn: #fff8; }
@media (prefers-color-scheme: dark) { :root { {{dark}} --turn: #fff2; } }
* { box-sizing: border-box; }
body { margin: 0; height: 100vh; background: var(--paper); color: var(--ink); font: 15px/1.4 "DejaVu Sans", Verdana, sans-serif;
  display: grid; grid-template: "table words" 1fr "controls words" auto / 1fr minmax(17rem, 24rem); }
#table { grid-area: table; min-height: 0; overflow: hidden; cursor: grab; touch-action: none;
  background: var(--table); }
#table svg { width: 100%; height: 100%; display: block; }
aside { grid-area: words; overflow: auto; padding: .8rem 1rem; border-left: 1px solid; }
h1 { font-size: 1.05rem; margin: 0 0 .4rem; }
h2 { font-size: .95rem; margin: 1rem 0 .2rem; }
table { border-collapse: collapse; width: 100%; }
td { vertical-align: top; padding: .15rem .3rem .15rem 0; }
td.points { font-weight: bold; font-size: 1.15rem; text-align: right; }
td small { display: block; opacity: .85; }
td svg, #legend svg { background: var(--table); border-radius: 4px; display: block; }
tr.turn td { background: var(--turn); }
ul { margin: 0; padding-left: 1.1rem; }
#besides, #legend { font-size: .82rem; list-style: none; padding: 0; }
#legend li { display: flex; align-items: center; gap: .4rem; }
#legend svg { width: 56px; height: 34px; flex: none; }
#controls { grid-area: controls; padding: .4rem .8rem .6rem; border-top: 1px solid; min-width: 0; }
#bar { display: flex; flex-wrap: wrap; gap: .35rem; align-items: center; }
#bar input { flex: 1 1 8rem; min-width: 4rem; }
button { font: inherit; min-width: 2.2rem; }
.curve { width: 100%; height: 64px; display: block; background: var(--well); margin-top: .3rem; }
.curve path { fill: none; stroke-width: 2; vector-effect: non-scaling-stroke; }
.curve line { stroke: var(--ink); vector-effect: non-scaling-stroke; }
.curve.opinion { height: 96px; }
.curve path.area { stroke: none; fill-opacity: .5; }
.curve .zero { stroke: var(--ink); stroke-width: 1; opacity: .45; }
.curve .slip { stroke-linecap: round; stroke-width: 4; }
.curve .slip.dear { stroke-width: 9; }
.curve .slip.ring { stroke: var(--ink); stroke-width: 6; }
.curve .slip.ring.dear { stroke-width: 12; }
#better rect { fill: none; stroke-width: 8; }
#better rect + rect { stroke-width: 5; }
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
@media (max-width: 760px) {
  body { grid-template: "table" 55vh "controls" auto "words" auto / 1fr; height: auto; }
  aside { border-left: 0; border-top: 1px solid; }
}
]==]

--- Replaces words in double braces.
---@param text string
---@param values table<string, string>
---@return string
---@usage assert(require("carcassonne.svg.page").filled("a {{b}}", { b = "c" }) == "a c")
function page.filled(text, values)
  return (text:gsub("{{(%l+)}}", function(name) return values[name] or error("nothing for " .. name) end))
end

-- The colours of light and dark pages. The ground under curves differs slightly from the page.
local GROUNDS = {
  light = { paper = palette.paper, ink = palette.ink, well = { 0.97, 0.96, 0.94 } },
  dark = { paper = { 0.12, 0.11, 0.10 }, ink = { 0.93, 0.90, 0.85 }, well = { 0.07, 0.065, 0.06 } },
}
local CURVE = 3.2 -- contrast of a curve
local COLOURS = { "paper", "ink", "well" } -- of a ground

-- Formats the colours of a page as CSS variables.
local function variables(of)
  local parts = {}
  for _, name in ipairs(COLOURS) do
    parts[#parts + 1] = ("--%s: %s;"):format(name, elements.rgb(of[name]))
  end
  for player, look in ipairs(palette.players) do
    local colour = contrast.raised(look.fill, of.well, CURVE)
    parts[#parts + 1] = ("--player%d: %s;"):format(player, elements.rgb(colour))
  end
  return table.concat(parts, " ")
end

-- Style and program are constant, so the policy can allow them by their hashes. If they change,
-- html_spec reports the new hashes.
local STYLE_HASH = "KqT5O8ZF8unNXRDlUWEhVeP3qIzqTM5T533GbhGUzPM="
local PROGRAM_HASH = "GhZY81iCilS1V42jFglqO5QrgcZK/lYu/ujrW8yq89g="
local STYLE = page.filled(LOOK, { table = elements.rgb(palette.paper), ink = elements.rgb(palette.ink),
  light = variables(GROUNDS.light), dark = variables(GROUNDS.dark) })
local PROGRAM = page_script.text

local BODY = html_policy.HEAD .. [==[
<main id="table"><svg id="board" xmlns="http://www.w3.org/2000/svg" role="img" aria-label="The table"
font-family="DejaVu Sans, Verdana, sans-serif">
<defs>{{definitions}}</defs>
{{axes}}
</svg></main>
<section id="controls" aria-label="Steps">
<div id="bar"><button id="first" title="beginning" aria-label="beginning">|‹</button>
<button id="turnback" title="previous turn" aria-label="previous turn">«</button>
<button id="back" title="previous step" aria-label="previous step">‹</button>
<button id="play" title="play" aria-label="play">▶</button>
<button id="on" title="next step" aria-label="next step">›</button>
<button id="turnon" title="next turn" aria-label="next turn">»</button>
<button id="last" title="end" aria-label="end">›|</button>
<input id="slider" type="range" min="0" value="0" aria-label="step"><span id="where"></span></div>
<div id="curves"></div>
</section>
<aside tabindex="0" aria-label="The game in words">
<h1 id="says" aria-live="polite"></h1>
<table><tbody id="players"></tbody></table>
<div id="opinions"></div>
<h2>Events</h2>
<ul id="events"></ul>
<h2>Other items</h2>
<ul id="besides"></ul>
<h2>Signs</h2>
<ul id="legend">{{legend}}</ul>
<h2>Keys</h2>
<p>← →: step; ↑ ↓: turn; Home, End: beginning and end; Space: play; + - or wheel: zoom; 0: show all{{keys}}.</p>
</aside>
<script type="application/json" id="game">{{game}}</script>
<script>{{program}}</script>
</body>
</html>
]==]

--- Returns a page.
---@param values table<string, string> title, definitions, axes, keys, legend and game
---@return string
function page.of(values)
  values.style, values.program, values.policy = STYLE, PROGRAM, html_policy.meta(STYLE_HASH, PROGRAM_HASH)
  return page.filled(BODY, values)
end

return page
