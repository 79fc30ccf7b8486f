--- The frame of a page that shows a game step by step: its look, and the program that turns the leaves. Words in double braces are
-- filled in by carcassonne.picture.html.
-- @module carcassonne.picture.page

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
figure { margin: 0; }
figcaption { font-size: .8rem; }
@media (max-width: 760px) { body { grid-template: 55vh auto 1fr / 1fr; height: auto; } aside { border-left: 0; grid-row: auto; } }
]==]

page.program = [==[
"use strict";
const game = JSON.parse(document.getElementById("game").textContent);
const SVG = "http://www.w3.org/2000/svg";
const by = id => document.getElementById(id);
const board = by("board"), slider = by("slider");
const layers = game.layers.map(name => board.appendChild(made(SVG, "g", { class: name })));
let at = -1, playing = null;

function made(space, name, attributes, text) {
  const one = document.createElementNS(space, name);
  for (const key in attributes) one.setAttribute(key, attributes[key]);
  if (text !== undefined) one.textContent = text;
  return one;
}
const html = (name, attributes, text) => made("http://www.w3.org/1999/xhtml", name, attributes, text);

// What a step does not tell is as it was.
game.steps.forEach((step, i) => { if (i) game.steps[i] = { ...game.steps[i - 1], ...step }; });

// What lies there at each step: its elements by number.
const shown = [];
for (const step of game.steps) {
  const last = new Set(shown.length ? shown[shown.length - 1] : []);
  step.drop.forEach(one => last.delete(one));
  step.add.forEach(one => last.add(one));
  shown.push(last);
}

const nodes = new Map();
function lay(wanted) {
  for (const [one, node] of nodes) if (!wanted.has(one)) { node.remove(); nodes.delete(one); }
  for (const one of wanted) {
    if (nodes.has(one)) continue;
    const [layer, text] = game.elements[one], node = made(SVG, "g", {});
    node.innerHTML = text;
    nodes.set(one, layers[layer].appendChild(node));
  }
}

function list(id, numbers) { by(id).replaceChildren(...numbers.map(one => html("li", {}, game.texts[one]))); }

function rows(step) {
  return step.points.map((points, i) => {
    const row = html("tr", i + 1 === step.player ? { class: "turn" } : {}), sign = html("td", {}), who = html("td", {});
    sign.innerHTML = game.emblems[i];
    who.append("player " + (i + 1), html("small", {}, game.texts[step.has[i]]));
    row.append(sign, who, html("td", { class: "points" }, String(points)));
    return row;
  });
}

function show(number) {
  at = Math.max(0, Math.min(game.steps.length - 1, number));
  const step = game.steps[at];
  lay(shown[at]);
  slider.value = at;
  by("where").textContent = at + " of " + (game.steps.length - 1) + ", turn " + step.turn;
  by("says").textContent = game.texts[step.says];
  by("players").replaceChildren(...rows(step));
  list("told", step.told);
  list("besides", step.besides);
  document.querySelectorAll(".curve line").forEach(line => { line.setAttribute("x1", at); line.setAttribute("x2", at); });
  if (playing && at === game.steps.length - 1) stop();
}

// To the next step of another turn, or back to where the turn began.
function turn(by) {
  let to = at + by;
  while (to > 0 && to < game.steps.length - 1 && game.steps[to].turn === game.steps[to - by].turn) to += by;
  show(to);
}

function stop() { clearInterval(playing); playing = null; by("play").textContent = "▶"; }
function play() {
  if (playing) return stop();
  if (at === game.steps.length - 1) show(0);
  by("play").textContent = "❚❚";
  playing = setInterval(() => show(at + 1), 600);
}

const DOES = {
  first: () => show(0), back: () => show(at - 1), on: () => show(at + 1), last: () => show(game.steps.length - 1),
  turnback: () => turn(-1), turnon: () => turn(1), play, near: () => zoom(0.8), far: () => zoom(1.25), whole: () => frame(...game.box)
};
const KEYS = { ArrowLeft: "back", ArrowRight: "on", PageUp: "turnback", PageDown: "turnon", ArrowUp: "turnback", ArrowDown: "turnon",
  Home: "first", End: "last", " ": "play", "+": "near", "-": "far", "0": "whole" };
for (const name in DOES) if (by(name)) by(name).addEventListener("click", DOES[name]);
document.addEventListener("keydown", event => {
  const name = KEYS[event.key];
  if (!name || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === " " && event.target.tagName === "BUTTON") return;
  event.preventDefault();
  DOES[name]();
});
slider.max = game.steps.length - 1;
slider.addEventListener("input", () => show(Number(slider.value)));

// The part of the table that is seen.
let box;
function frame(x, y, width, height) { box = [x, y, width, height]; board.setAttribute("viewBox", box.join(" ")); }
function zoom(factor, x = box[0] + box[2] / 2, y = box[1] + box[3] / 2) {
  frame(x + (box[0] - x) * factor, y + (box[1] - y) * factor, box[2] * factor, box[3] * factor);
}
function point(event) {
  const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
  return [p.x, p.y];
}
board.addEventListener("wheel", event => { event.preventDefault(); zoom(event.deltaY > 0 ? 1.15 : 0.87, ...point(event)); },
  { passive: false });
let held = null;
board.addEventListener("pointerdown", event => { held = point(event); board.setPointerCapture(event.pointerId); });
board.addEventListener("pointermove", event => {
  if (!held) return;
  const [x, y] = point(event);
  frame(box[0] + held[0] - x, box[1] + held[1] - y, box[2], box[3]);
});
board.addEventListener("pointerup", () => { held = null; });

// Curves over the steps; a list may have gaps. A click goes there.
function curve(title, lines) {
  const values = lines.flatMap(line => line.values).filter(value => typeof value === "number");
  const low = Math.min(0, ...values), high = Math.max(1, ...values), last = Math.max(game.steps.length - 1, 1);
  const figure = html("figure", {}), svg = made(SVG, "svg", { class: "curve", preserveAspectRatio: "none",
    viewBox: "0 " + -high + " " + last + " " + (high - low) });
  for (const line of lines) {
    let path = "", pen = false;
    line.values.forEach((value, i) => {
      if (typeof value === "number") path += (pen ? "L" : "M") + i + " " + -value;
      pen = typeof value === "number";
    });
    svg.append(made(SVG, "path", { d: path, stroke: line.colour, "stroke-dasharray": line.dashes }));
  }
  svg.append(made(SVG, "line", { y1: -high, y2: -low }));
  svg.addEventListener("click", event => {
    const edges = svg.getBoundingClientRect();
    show(Math.round((event.clientX - edges.left) / edges.width * last));
  });
  figure.append(html("figcaption", {}, title), svg);
  by("curves").append(figure);
}
const look = i => ({ colour: game.colours[i % game.colours.length], dashes: game.dashes[i % game.dashes.length] });
curve("Points", game.steps[0].points.map((_, i) => ({ values: game.steps.map(step => step.points[i]), ...look(i) })));
for (const one of game.opinions) curve(one.title, one.lines.map((values, i) => ({ values, ...look(i) })));

frame(...game.box);
show(game.steps.length - 1);
]==]

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
<h2>What happened</h2>
<ul id="told"></ul>
<h2>What else lies there</h2>
<ul id="besides"></ul>
<h2>What the signs mean</h2>
<ul id="legend">{{legend}}</ul>
<h2>Keys</h2>
<p>← → a step, ↑ ↓ a turn, Home and End, blank plays; + and - or the wheel come near and go far, 0 shows all.</p>
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
---@usage assert(require("carcassonne.picture.page").filled("a {{b}}", { b = "c" }) == "a c")
function page.filled(text, values)
  return (text:gsub("{{(%l+)}}", function(name) return values[name] or error("nothing for " .. name) end))
end

return page
