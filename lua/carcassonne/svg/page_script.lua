--- The program of a page that shows a game in steps. It handles the elements of each step, keys,
--- buttons, the slider, the visible part of the table, and curves. The program for bots'
--- evaluations is in carcassonne.svg.page_script_evaluations.
-- @module carcassonne.svg.page_script

local page_script_evaluations = require "carcassonne.svg.page_script_evaluations"

local page_script = {}

page_script.steps = [==[
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

// Missing fields of a step keep their values.
game.steps.forEach((step, i) => { if (i) game.steps[i] = { ...game.steps[i - 1], ...step }; });

// The elements of each step by number.
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
  list("events", step.events);
  list("besides", step.besides);
  game.opinions.forEach(think);
  document.querySelectorAll(".curve line").forEach(line => { line.setAttribute("x1", at); line.setAttribute("x2", at); });
  if (playing && at === game.steps.length - 1) stop();
}

// Shows the next step of another turn, or the beginning of the turn.
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
  turnback: () => turn(-1), turnon: () => turn(1), slipback: () => slip(-1), slipon: () => slip(1),
  play, near: () => zoom(0.8), far: () => zoom(1.25), whole: () => frame(...game.box)
};
const KEYS = { ArrowLeft: "back", ArrowRight: "on", PageUp: "turnback", PageDown: "turnon", ArrowUp: "turnback", ArrowDown: "turnon",
  n: "slipon", p: "slipback", Home: "first", End: "last", " ": "play", "+": "near", "-": "far", "0": "whole" };
for (const name in DOES) if (by(name)) by(name).addEventListener("click", DOES[name]);
document.addEventListener("keydown", event => {
  const name = KEYS[event.key];
  if (!name || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === " " && event.target.tagName === "BUTTON") return;
  if (event.target.tagName === "ASIDE" && /Up|Down|Home|End/.test(event.key)) return; // these keys scroll it
  event.preventDefault();
  DOES[name]();
});
slider.max = game.steps.length - 1;
slider.addEventListener("input", () => show(Number(slider.value)));

// The visible part of the table.
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

// Draws curves over the steps; lists may have gaps. A click shows that step.
const last = Math.max(game.steps.length - 1, 1);
function curve(title, lines, given = {}) {
  const values = lines.flatMap(line => line.values).filter(value => typeof value === "number");
  const low = Math.min(0, ...values), high = Math.max(1, ...values), room = given.room ? (high - low) / 10 : 0;
  const figure = html("figure", {}), caption = html("figcaption", {}, title);
  const svg = made(SVG, "svg", { class: "curve " + (given.name || ""), role: "img", "aria-label": title,
    preserveAspectRatio: "none", viewBox: "0 " + (-high - room) + " " + last + " " + (high - low + 2 * room) });
  for (const part of given.under || []) svg.append(part);
  for (const line of lines) {
    let path = "", pen = false;
    line.values.forEach((value, i) => {
      if (typeof value === "number") path += (pen ? "L" : "M") + i + " " + -value;
      pen = typeof value === "number";
    });
    svg.append(made(SVG, "path", { d: path, stroke: line.colour, "stroke-dasharray": line.dashes }));
  }
  for (const part of given.over || []) svg.append(part);
  svg.append(made(SVG, "line", { y1: -high - room, y2: -low + room }));
  svg.addEventListener("click", event => {
    const edges = svg.getBoundingClientRect();
    show(Math.round((event.clientX - edges.left) / edges.width * last));
  });
  if (given.now) caption.append(html("b", { id: given.now }));
  figure.append(caption, svg);
  by("curves").append(figure);
}
const look = i => ({ colour: "var(--player" + (i + 1) + ")", dashes: game.dashes[i] });
curve("Points", game.steps[0].points.map((_, i) => ({ values: game.steps.map(step => step.points[i]), ...look(i) })));

]==]

page_script.start = [==[

frame(...game.box);
show(game.steps.length - 1);
]==]

--- The whole program, in the order of execution.
page_script.text = page_script.steps .. page_script_evaluations.text .. page_script.start

return page_script
