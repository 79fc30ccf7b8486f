-- demo.lua OUTDIR: plays thousands of games under the standard rules, under the house rules and with each expansion, shows
-- what each changed, and leaves a saved game in OUTDIR. `make demo` runs it.

local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local games = require "carcassonne.lab.games"
local lab = require "carcassonne.lab.run"
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
  { label = "percentage-goods, consolation", variants = { carcassonne.variant("percentage-goods", { consolation = true }) } },
}
local expansions = { rules[1] }
for _, name in ipairs(carcassonne.expansions()) do expansions[#expansions + 1] = { label = name, variants = { name } } end
expansions[#expansions + 1] = { label = "all of them", variants = carcassonne.expansions() }
for _, list in ipairs { rules, expansions } do
  for _, rule in ipairs(list) do rule.game = carcassonne.game { variants = rule.variants } end
end

local function say(...) print(string.format(...)) end

-- ---- A player of one's own: random, but fond of builders ------------------------------------------------------------

local Builder = {}
Builder.__index = Builder

-- The first action from `start` on, all around, that is good; or none.
local function find(count, start, good)
  for i = start, start + count - 1 do
    local index = (i - 1) % count + 1
    if good(index) then return index end
  end
end

-- Deploys the builder when it can, takes each further part, and looks for placements that grant one.
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

-- ---- Thousands of games ------------------------------------------------------------------------------------------------

local function row_of(label, result, standard)
  local row = { label, ("%.2f"):format(result.points.mean), ("%.2f"):format(result.double_turns.mean),
    ("%.2f"):format(result.extra_parts.mean), ("%.1f"):format(result.decisions.mean) }
  if result ~= standard then
    local change = lab.compare(result, standard)
    row[#row + 1] = ("%+.3f %s %.3f"):format(change.points.difference, sign, change.points.error)
    row[#row + 1] = ("%.1f %%"):format(change.points_changed * 100)
    row[#row + 1] = ("%.1f %%"):format(change.winner_changed * 100)
  end
  return row
end

-- Plays by each of the rules and prints what it changed. Returns the number of games and the seconds that they took.
local function compare_rules(list, bot, number)
  local rows = { { "", "points", "double turns", "further parts", "decisions", "change of points", "games changed", "other winner" } }
  local standard, seconds
  for i, rule in ipairs(list) do
    local result = lab.run { game = rule.game, games = number, seed = SEED, bot = bot, samples = true }
    standard, seconds = standard or result, (seconds or 0) + result.seconds
    rows[i + 1] = row_of(rule.label, result, standard)
  end
  for _, line in ipairs(tables.lines(rows, { heading = true, style = style })) do print(line) end
  return number * #list, seconds
end

-- ---- One game, to look at ----------------------------------------------------------------------------------------------

-- A game in which a builder's turn goes on beyond its second part.
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

-- ---- All of it -----------------------------------------------------------------------------------------------------------

say("carcassonne %s, two players, the same draws under each set of rules. Points are the mean of a player, the rest", carcassonne.version)
say("means of a game; %s is followed by the standard error of the change.\n", sign)
say("%s", style:paint("Random players, 3000 games", "heading"))
local played, seconds = compare_rules(rules, "random", 3000)
say("\n%s", style:paint("Random players who use their builders whenever they can, 300 games", "heading"))
local more_games, more_seconds = compare_rules(rules, new_builder, 300)
say("\n%s", style:paint("Expansions, random players, 100 games each", "heading"))
local last_games, last_seconds = compare_rules(expansions, "random", 100)
say("\nUnder chained-builders a turn goes on as long as each tile extends the builder's feature: more parts in fewer turns.")
say("Under percentage-goods 10 %% of the points are to be more than the 10 that a good pays anyway: nobody here has 110,")
say("so that only the consolation, 2 points for each token without the most, changes a game.")
say("With an expansion's own tiles in the bag every game is another one, so that only the means compare.")
say("%d games in %.1f seconds.", played + more_games + last_games, seconds + more_seconds + last_seconds)

local state, seed, longest = chained_game()
local path = save(state)
say("\nOne game under chained-builders (seed %d) with a turn of %d parts, which ended %s, is in %s. Look at it:\n", seed, longest,
  table.concat(state:returns(), " : "), path)
say("  lua/bin/carcassonne show %s", path)
say("  lua/bin/carcassonne replay %s", path)
say("\nOr measure, and play:\n")
say("  lua/bin/carcassonne run -n 2000 --variant chained-builders --kinds")
say("  lua/bin/carcassonne play --variant tower --variant bridges --bot 2")
