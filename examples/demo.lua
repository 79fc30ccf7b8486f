-- demo.lua OUTDIR: plays thousands of games under the standard rules, the house rules and each
-- expansion, prints their effects, and writes a saved game to OUTDIR. Run it with `make demo`.

local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local games = require "carcassonne.lab.games"
local lab_report = require "carcassonne.lab.report"
local tables = require "carcassonne.text.table"
local terminal = require "carcassonne.text.terminal"

local SEED = 1
local outdir = arg[1] or "."
local style = terminal.style()
local sign = style:pick("±", "+-")

local rules = {
  { label = "standard rules", variants = {} },
  { label = "chained-builders", variants = { "chained-builders" } },
  { label = "percentage-goods", variants = { "percentage-goods" } },
  { label = "percentage-goods, consolation",
    variants = { carcassonne.variant("percentage-goods", { consolation = true }) } },
}
local expansions = { rules[1] }
for _, name in ipairs(carcassonne.expansions()) do
  expansions[#expansions + 1] = { label = name, variants = { name } }
end
expansions[#expansions + 1] = { label = "all expansions", variants = carcassonne.expansions() }
for _, list in ipairs { rules, expansions } do
  for _, rule in ipairs(list) do rule.game = carcassonne.game { variants = rule.variants } end
end

local function say(...) print(string.format(...)) end

-- ---- A custom bot: random, but it prefers builders ----------------------------------------------

local Builder = {}
Builder.__index = Builder

-- Returns the first action from `start` on for which `good` returns true; after the last action the
-- search continues at the first; nil if there is none.
local function find(count, start, good)
  for i = start, start + count - 1 do
    local index = (i - 1) % count + 1
    if good(index) then return index end
  end
end

-- Deploys the builder if possible, takes every further part, and prefers placements that grant one.
function Builder:choose(state, count)
  local any = self.random:choose(state, count)
  local decision = state:decision()
  if decision == "deploy" then
    return find(count, any, function(i) return state:action(i).piece == "builder" end) or any
  elseif decision == "extra" then
    return find(count, any, function(i) return state:action(i).take end) or any
  elseif state:pieces_in_hand(state:turn_player()).builder > 0 then
    return any
  end
  self.probe = self.probe or state:clone()
  return find(count, any, function(i)
    self.probe:copy_from(state)
    self.probe:apply_index(i)
    return self.probe:decision() == "extra"
  end) or any
end

local function new_builder(seed)
  return setmetatable({ random = bots.new("random", seed) }, Builder)
end

-- ---- Thousands of games -------------------------------------------------------------------------

local function row_of(arm, change)
  local row = { arm.label }
  for _, key in ipairs { "points", "double_turns", "extra_parts", "decisions" } do
    row[#row + 1] = ("%.2f"):format(arm.shown[key].mean)
  end
  if not change then return row end
  row[#row + 1] = ("%+.2f %s %.2f"):format(change.of.points.difference, sign, change.of.points.half)
  row[#row + 1] = ("%.1f %%"):format(change.other_points)
  row[#row + 1] = ("%.1f %%"):format(change.other_winner)
  return row
end

-- Plays games under each set of rules and prints the differences; returns the number of games.
local function compare_rules(list, bot, number)
  local rows = { { "", "points", "double turns", "further parts", "decisions", "change in points",
    "games changed", "other winner" } }
  local made = lab_report.measure { arms = list, games = number, seed = SEED, bot = bot }
  for i, arm in ipairs(made.arms) do rows[i + 1] = row_of(arm, made.changes[i - 1]) end
  for _, line in ipairs(tables.lines(rows, { heading = true, style = style })) do print(line) end
  return number * #list
end

-- ---- One game to view ---------------------------------------------------------------------------

-- Plays games until a game has a turn of at least four parts.
local function chained_game()
  local game, seed, longest, state = rules[2].game, 0
  repeat
    seed, longest = seed + 1, 0
    state = game:new_initial_state(seed)
    local bot = games.bots(new_builder, 2, seed)
    while not state:is_terminal() do
      state:apply_index(bot:choose(state, state:num_actions()))
      longest = math.max(longest, state:part())
    end
  until longest >= 4
  return state, seed, longest
end

local function save(state)
  compat.os.execute(("mkdir -p '%s'"):format(outdir:gsub("'", "'\\''")))
  local path = outdir .. "/demo.carc"
  local file = assert(io.open(path, "wb"))
  file:write(state:serialize())
  file:close()
  return path
end

-- ---- The whole report ---------------------------------------------------------------------------

say("carcassonne %s, two players, the same draws under each set of rules. Points are means per player; the "
  .. "other columns", carcassonne.version)
say("are means per game. The number after %s is half the width of the 95 %% confidence interval.\n", sign)
local began = os.clock()
say("%s", style:paint("The bot greedy, 200 games", "heading"))
local played = compare_rules(rules, "greedy", 200)
say("\n%s", style:paint("Random players that use their builders whenever possible, 200 games", "heading"))
played = played + compare_rules(rules, new_builder, 200)
say("\n%s", style:paint("Expansions, random players, 100 games each", "heading"))
played = played + compare_rules(expansions, "random", 100)
say("\nUnder chained-builders a turn continues as long as each tile extends the builder's feature, so a "
  .. "game has more parts and fewer turns.")
say("An expansion adds tiles to the bag and changes every game, so only the means can be compared.")
say("%d games in %.1f seconds.", played, os.clock() - began)

local state, seed, longest = chained_game()
local path = save(state)
say("\nA game under chained-builders (seed %d) had a turn of %d parts and the result %s. It is saved in "
  .. "%s. To view it:\n", seed, longest,
  table.concat(state:returns(), " : "), path)
say("  lua/bin/carcassonne show %s", path)
say("  lua/bin/carcassonne replay %s", path)
say("\nTo compare rules, or to play:\n")
say("  lua/bin/carcassonne compare -n 2000 chained-builders")
say("  lua/bin/carcassonne play --variant tower --variant bridges --bot 2")
