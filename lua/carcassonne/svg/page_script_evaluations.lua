--- The part of a page's program for bots' evaluations: filled curves with dots, notes at each step,
--- and the worst decisions.
-- @module carcassonne.svg.page_script_evaluations

local page_script_evaluations = {}

page_script_evaluations.text = [==[
const points = value => (value > 0 ? "+" : "") + value.toFixed(1);
const dear = note => note.verdict === "dear" || note.verdict === "slip";

// Shows the notes of an evaluation at this step, on the previous and the next decision.
function think(one, i) {
  const note = one.notes[at] || {}, values = one.lines.map(line => line[at]);
  const known = values.map((value, k) => [k, value]).filter(pair => typeof pair[1] === "number");
  by("now" + i).textContent = one.sides
    ? known.map(([, value]) => Math.abs(value) < 0.05 ? "even" : "player " + one.sides[value > 0 ? 0 : 1] + " by "
      + Math.abs(value).toFixed(1)).join()
    : known.map(([k, value]) => (known.length > 1 ? "player " + (k + 1) + " " : "") + points(value)).join(", ");
  if (!one.notes.length) return;
  mark(note);
  const box = by("thinks" + i), verdict = html("p", { class: "verdict " + (note.verdict || "") });
  if (note.says) verdict.append(html("i", {}), note.says);
  box.replaceChildren(verdict, html("p", { class: "small" }, note.better ? "Better: " + note.better : ""),
    html("p", { class: "small" }, note.next || ""));
  document.querySelectorAll("#worst" + i + " button").forEach(button => button.classList.toggle("here", Number(button.value) === at));
}

// Shows the next or previous decision that lost points.
function slip(by) {
  const noted = game.opinions.find(one => one.notes.length);
  if (!noted) return;
  let to = at + by;
  while (noted.notes[to] && !dear(noted.notes[to])) to += by;
  if (noted.notes[to]) show(to);
}

// Marks the better cell for the tile.
function mark(note) {
  const old = by("better");
  if (old) old.remove();
  if (note.x === undefined) return;
  const frame = made(SVG, "g", { id: "better" }), place = { x: note.x * 100 + 4, y: note.y * 100 + 4, width: 92, height: 92, rx: 8 };
  frame.append(made(SVG, "rect", { ...place, stroke: "var(--table-ink)" }),
    made(SVG, "rect", { ...place, stroke: "#8fdc6a", "stroke-dasharray": "12 6" }),
    made(SVG, "text", { x: note.x * 100 + 50, y: note.y * 100 + 56 }, "better"));
  layers[1].append(frame);
}

// Returns the area between a line and zero, on one side.
function area(values, sign, colour) {
  let path = "M0 0", before = 0;
  values.forEach((value, i) => {
    const y = typeof value === "number" ? value : before;
    if (i > 0 && before * y < 0) path += "L" + (i - 1 + before / (before - y)) + " 0";
    path += "L" + i + " " + -(y * sign > 0 ? y : 0);
    before = y;
  });
  const filled = made(SVG, "path", { class: "area", d: path + "L" + (values.length - 1) + " 0Z" });
  filled.style.fill = colour; // a policy forbids the attribute of the same name
  return filled;
}

// Returns a dot for each decision that lost points, in the colour of its player.
function dots(one) {
  const parts = [];
  one.notes.forEach((note, i) => {
    const line = one.lines[one.sides ? 0 : note.player - 1] || [], value = line[i];
    if (!dear(note) || typeof value !== "number") return;
    const d = "M" + i + " " + -value + "h0.001", name = "slip " + (note.verdict === "dear" ? "dear" : "");
    parts.push(made(SVG, "path", { class: name + " ring", d }),
      made(SVG, "path", { class: name, d, stroke: look(note.player - 1).colour }));
  });
  return parts;
}

// Adds the notes of an evaluation, with buttons for the worst decisions.
function words(one, i) {
  if (!one.notes.length) return;
  const box = html("section", { class: "thinks" }), worst = html("ol", { id: "worst" + i });
  one.notes.map((note, step) => ({ ...note, step })).filter(dear).sort((a, b) => b.cost - a.cost || a.step - b.step).slice(0, 6)
    .forEach(note => {
      const item = html("li", {}), button = html("button", { value: note.step, title: note.says }, "turn "
        + game.steps[note.step - 1].turn + ": " + note.cost.toFixed(1));
      button.style.borderLeft = ".4rem solid " + look(note.player - 1).colour;
      button.addEventListener("click", () => show(note.step));
      item.append(button);
      worst.append(item);
    });
  box.append(html("h2", {}, one.title), html("div", { id: "thinks" + i }));
  if (worst.children.length) box.append(html("p", { class: "small" }, "The worst decisions:"), worst);
  by("opinions").append(box);
}

game.opinions.forEach((one, i) => {
  const lines = one.lines.map((values, k) => ({ values, ...(one.sides ? { colour: "var(--ink)", dashes: "none" } : look(k)) }));
  const under = (one.sides || []).map((player, k) => area(one.lines[0], 1 - 2 * k, look(player - 1).colour));
  under.push(made(SVG, "path", { class: "zero", d: "M0 0H" + last }));
  curve(one.caption || one.title, lines, { name: "opinion", room: true, under, over: dots(one), now: "now" + i });
  words(one, i);
});
]==]

return page_script_evaluations
