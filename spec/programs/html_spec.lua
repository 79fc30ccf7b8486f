-- A game as an HTML page: the page contains all steps of the game, and in a browser the keys, the
-- buttons and the slider select a step.

local carcassonne = require "carcassonne"
local browser = require "spec.support.browser"
local cli = require "spec.support.cli"
local frames = require "carcassonne.svg.frames"
local html = require "carcassonne.svg.html"
local json = require "dkjson"
local contrast = require "carcassonne.ui.contrast"
local outline = require "carcassonne.shapes.outline"
local page_policy = require "spec.support.page_policy"
local played = require "spec.support.played"
local positions = require "carcassonne.describe.history"
local opinion = require "carcassonne.svg.evaluations"
local review = require "carcassonne.bots.review"
local scene = require "carcassonne.ui.scene"

local state = played({ "tower" }, 3, 40)

describe("A game step by step", function()
  local whole = frames.of(state, "spectator")

  it("has a step for the beginning and for each decision, and the last one is the final position", function()
    assert.equal(state:decisions() + 1, #whole.steps)
    local last = whole.steps[#whole.steps]
    for player = 1, 3 do assert.equal(state:score(player), last.points[player]) end
  end)

  it("contains at each step only new values; together they give each tile and piece",
      function()
    local there, by_step = {}, {}
    for i, step in ipairs(whole.steps) do
      for _, number in ipairs(step.drop) do there[number] = nil end
      for _, number in ipairs(step.add) do there[number] = true end
      local tiles, pieces = 0, 0
      for number in pairs(there) do
        local text = whole.elements[number + 1][2]
        tiles = tiles + (text:find('href="#tile', 1, true) and 1 or 0)
        pieces = pieces + (text:find('class="piece"', 1, true) and 1 or 0)
      end
      by_step[i] = { tiles, pieces }
    end
    positions.each(state, function(decisions, position)
      assert.same({ position:num_tiles(), #position:pieces() }, by_step[decisions + 1])
    end)
  end)

  it("repeats nothing: an omitted value is the one of the step before", function()
    local before = {}
    for i, step in ipairs(frames.shortened(whole.steps)) do
      for name, value in pairs(whole.steps[i]) do
        local again = step[name] ~= nil and #step.events == 0 and name ~= "events" and name ~= "add"
          and name ~= "drop"
        if again then assert.are_not.same(before[name], value, i .. " " .. name) end
        assert.same(value, step[name] == nil and before[name] or step[name], i .. " " .. name)
        before[name] = value
      end
    end
  end)

  it("draws the ground of tiles with equal layouts once #full", function()
    local alike = played({ "winter" }, 4, 120)
    local page, grounds, kinds, count = html.of(alike), {}, {}, 0
    for _, tile in ipairs(alike:tiles()) do
      grounds[outline.like(alike:game(), tile.id)], kinds[tile.id] = true, true
    end
    for id in pairs(kinds) do count = count + (grounds[id] and 0 or 1) end
    assert.is_true(count > 0, "tiles that are laid out like others")
    for id in page:gmatch '<g id="tile%-([^"]+)"' do
      assert.is_true(grounds[id], id)
      grounds[id] = nil
    end
    assert.same({}, grounds)
  end)

  it("reports the events of its step in words", function()
    local text
    for _, number in ipairs(whole.steps[2].events) do text = (text or "") .. whole.texts[number + 1] end
    assert.matches("Player 1 places", text)
  end)

  it("hides at each step what the observer may not see #full", function()
    local game = played({ "examples/treasure.lua" }, 2, 70)
    assert.is_true(#scene.of(game).cells > 0)
    local page = html.of(game, { observer = "spectator" })
    assert.is_nil(page:find ">C%d<")
    assert.is_nil(page:find "chest #%d")
    assert.matches(">C%d<", (html.of(game):gsub("\\u003c", "<")))
  end)
end)

describe("The page of a game", function()
  it("needs no network, and no text in it can end it early", function()
    local page = html.of(state, { title = "</title><script>" })
    assert.is_nil(page:find("<script>", 1, true) < page:find("</title>", 1, true) or nil)
    for address in page:gmatch '"(https?://[^"]*)' do assert.matches("^http://www%.w3%.org/", address) end
    local data = page:match '<script type="application/json" id="game">(.-)</script>'
    assert.is_nil(data:find("<", 1, true))
    assert.equal(state:decisions() + 1, #json.decode(data).steps)
  end)

  it("has a policy by which nothing runs but its own style and program", function()
    local page = html.of(state)
    assert.same(page_policy.needed(page), page_policy.of(page))
    assert.is_nil(page:find(' style="', 1, true))
  end)

  it("draws the curve of each of six players with enough contrast, on light and on dark", function()
    local style, grounds = html.of(state):match "<style>(.-)</style>", 0
    for variables in style:gmatch "{([^{}]*%-%-well:[^{}]*)}" do
      local function colour(name)
        local red, green, blue = variables:match(("%%-%%-%s: #(%%x%%x)(%%x%%x)(%%x%%x);"):format(name))
        return { tonumber(red, 16) / 255, tonumber(green, 16) / 255, tonumber(blue, 16) / 255 }
      end
      for player = 1, 6 do
        assert.is_true(contrast.ratio(colour("player" .. player), colour "well") >= 3, player .. variables)
      end
      assert.is_true(contrast.ratio(colour "ink", colour "paper") >= 7)
      grounds = grounds + 1
    end
    assert.equal(2, grounds)
    assert.near(4.54, contrast.ratio({ 0x76 / 255, 0x76 / 255, 0x76 / 255 }, { 1, 1, 1 }), 0.01)
  end)

  it("refuses an invalid evaluation", function()
    local function refused(one) return select(2, pcall(html.of, state, { opinions = { one } })) end
    assert.equal("html: opinions[1].lines[1][2]: expected number, got string \"x\"",
      refused { title = "a", lines = { { 1, "x" } } })
    assert.matches("^html: opinions%[1%]%.tittle: unknown key", refused { tittle = "a" })
    local long = {}
    for i = 1, 99 do long[i] = i end
    assert.matches("expected 41 values, one per step, got 99", refused { title = "a", lines = { long } })
    assert.equal("html: opinions[1].notes[2].cost: expected number, got string \"x\"",
      refused { title = "a", lines = {}, notes = { {}, { cost = "x" } } })
  end)
end)

-- ---- In a browser -------------------------------------------------------------------------------

-- The actions of a user, and what the page shows afterwards.
local CLICKS = [[
const said = [];
const seen = () => [by("slider").value, document.querySelectorAll("#board .figures .piece").length,
  document.querySelectorAll("#board .ground use").length, by("where").textContent].join(" | ");
const press = key => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
said.push(seen());
by("first").click(); said.push(seen());
by("on").click(); said.push(seen() + " | " + by("events").textContent);
press("ArrowRight"); said.push(seen());
press("PageDown"); said.push(seen());
press("ArrowLeft"); said.push(seen());
press("End"); press("ArrowRight"); said.push(seen());
by("slider").value = 5; by("slider").dispatchEvent(new Event("input")); said.push(seen());
const before = board.getAttribute("viewBox"); press("+"); said.push(String(before !== board.getAttribute("viewBox")));
press("0"); said.push(String(before === board.getAttribute("viewBox")));
const second = document.querySelectorAll(".curve")[1].getBoundingClientRect();
document.querySelectorAll(".curve")[1].dispatchEvent(new MouseEvent("click", { clientX: second.right, bubbles: true }));
said.push(seen());
said.push(document.querySelectorAll(".curve").length + " curves, " + document.querySelectorAll("#legend li").length + " signs");
document.body.append(made("http://www.w3.org/1999/xhtml", "pre", { id: "said" }, said.join("\n")));
]]

describe("In a browser", function()
  it("keys, buttons, the slider and a click on a curve select steps of the game #full", function()
    local values = {}
    for i = 1, state:decisions() + 1 do values[i] = i % 7 ~= 0 and i or false end
    local page = html.of(state,
      { observer = "spectator", opinions = { { title = "What a bot thinks", lines = { values } } } })
    local said = browser.said(page_policy.with_program(page, CLICKS))
    if not said then return pending(browser.MISSING) end
    local whole, at = frames.of(state, "spectator"), {}
    positions.each(state, function(decisions, position)
      at[decisions] = ("%d | %d | %d | %d of 40, turn %d"):format(decisions, #position:pieces(),
        position:num_tiles(), decisions,
        position:turn_number())
    end)
    local events, turn = {}, 2
    for i, number in ipairs(whole.steps[2].events) do events[i] = whole.texts[number + 1] end
    while whole.steps[turn + 1].turn == whole.steps[3].turn do turn = turn + 1 end
    assert.same({ at[40], at[0], at[1] .. " | " .. table.concat(events), at[2], at[turn],
      at[turn - 1], at[40],
      at[5], "true", "true",
      at[40], ("2 curves, %d signs"):format(#whole.legend) }, said)
  end)
end)

-- Checks the place of the controls, and that foreign programs do not run.
local PHONE = [[
  const page = phone.contentDocument, edges = id => page.querySelector(id).getBoundingClientRect();
  const strange = page.createElement("script");
  strange.textContent = "document.title = 'strange'";
  page.body.append(strange);
  const root = page.documentElement;
  said.push(root.scrollWidth === root.clientWidth, edges("#controls").top - edges("#table").bottom,
    edges("#play").bottom < 844, edges("#slider").bottom < 844, page.title,
    edges("aside").top >= edges("#controls").bottom, page.querySelectorAll(".piece").length > 0);
]]

describe("On a phone", function()
  it("the controls are right below the board, and only the page's own program runs #full", function()
    local said = browser.on_phone(html.of(state, { title = "mine" }), PHONE)
    if not said then return pending(browser.MISSING) end
    assert.same({ "true", "0", "true", "true", "mine", "true", "true" }, said)
  end)
end)

-- The actions of a user who reads a bot's evaluation.
local ASKS = [[
const said = [];
const press = key => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
const text = () => [by("slider").value, by("thinks0").innerText.trim().replace(/\n+/g, " | "), by("now0").textContent,
  by("better") ? "marked" : ""].join(" # ");
show(0); said.push(text());
press("n"); said.push(text());
press("n"); said.push(text());
press("p"); said.push(text());
document.querySelector("#worst0 button").click(); said.push(text());
said.push(document.querySelectorAll(".curve path.slip.ring").length + " dots, "
  + document.querySelectorAll(".curve path.area").length + " areas, " + document.querySelectorAll("#worst0 button").length + " buttons");
show(game.steps.length - 1); press("n"); said.push(text());
document.body.append(made("http://www.w3.org/1999/xhtml", "pre", { id: "said" }, said.join("\n")));
]]

describe("The evaluation in a browser", function()
  local game = carcassonne.game():new_initial_state(6)
  for _ = 1, 40 do game:apply_index(game:decisions() % game:num_actions() + 1) end
  local found = review.of(game)
  local one = opinion.of(found, game)

  -- Returns what the page shows at a step.
  local function at(step)
    local note, lead = one.notes[step + 1], one.lines[1][step + 1]
    local parts = { note.says, note.better and "Better: " .. note.better, note.next }
    local notes = {}
    for i = 1, 3 do notes[#notes + 1] = parts[i] end
    local now = math.abs(lead) < 0.05 and "even" or ("player %d by %.1f"):format(lead > 0 and 1 or 2,
      math.abs(lead))
    return ("%d # %s # %s # %s"):format(step, table.concat(notes, " | "), now, note.x and "marked" or "")
  end

  it("is shown at each step in words, with links to the worst decisions #full", function()
    local said = browser.said(page_policy.with_program(html.of(game, { opinions = { one } }), ASKS))
    if not said then return pending(browser.MISSING) end
    local dear = {}
    for _, entry in ipairs(found.entries) do
      if entry.cost >= 0.5 then dear[#dear + 1] = entry.decision end
    end
    assert.is_true(#dear > 6)
    for i, line in ipairs(said) do said[i] = line:gsub("&lt;", "<"):gsub("&amp;", "&") end
    assert.same({ at(0), at(dear[1]), at(dear[2]), at(dear[1]),
      at(review.worst(found.entries, 1)[1].decision),
      ("%d dots, 2 areas, 6 buttons"):format(#dear), at(40) }, said)
  end)
end)

describe("carcassonne html", function()
  local path = cli.file(state:serialize())
  teardown(function() os.remove(path) end)

  it("writes the page of a saved game", function()
    local status, output, errors = cli.run { "html", path }
    assert.same({ 0, "" }, { status, errors })
    assert.equal(html.of(state, { observer = "spectator", title = path }), output)
  end)

  local WRONG = {
    ["a file that is not there"] = { { "html", "/no/such.carc" }, "cannot read /no/such.carc: No such file" },
    ["a directory"] = { { "html", "/tmp" }, "cannot read /tmp: Is a directory" },
    ["what is not a saved game"] = { { "html", "Makefile" }, "Makefile: " },
    ["a player who is not there"] = { { "html", path, "--observer", "anna" },
      "--observer: unknown observer 'anna'" },
    ["a bot where nobody asks for an opinion"] = { { "html", path, "--bot", "greedy" },
      "--bot requires --opinion" },
    ["a bot without an opinion"] = { { "html", path, "--opinion", "--bot", "random" },
      "--bot: the bot 'random' cannot rate actions" },
    ["a full disk"] = { { "html", path, "-o", "/dev/full" },
      "cannot write /dev/full: No space left on device" },
    ["to overwrite the saved game"] = { { "html", path, "-o", path },
      "this command reads that file; choose another output file" },
  }
  for what, case in pairs(WRONG) do
    it("refuses " .. what .. " #full", function() cli.assert_refused(case[1], case[2]) end)
  end
end)
