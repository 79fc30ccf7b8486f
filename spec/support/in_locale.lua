-- A host that calls setlocale: in_locale.lua LOCALE FOLDER SAVED [late]. Writes the texts that the
-- module and the command produce for a fixed list of games to files in FOLDER, and loads the games
-- that a host in the C locale has written to SAVED. With `late` this host calls setlocale after it
-- has loaded the module. For locale_spec.lua.

local locale, folder, saved_in, late = arg[1], arg[2], arg[3], arg[4] == "late"

local function use_locale()
  if os.setlocale(locale, "all") then return end
  io.stderr:write(("in_locale: this system has no locale '%s'\n"):format(locale))
  os.exit(2)
end

if not late then use_locale() end
local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"
local cli = require "carcassonne.cli"
local output = require "carcassonne.program.output"
local core = require "carcassonne.core"
local files = require "spec.support.files"
local html = require "carcassonne.svg.html"
local jcz = require "carcassonne.interop.jcz"
local labels = require "carcassonne.describe.labels"
local notes = require "carcassonne.notes"
local signs = require "carcassonne.describe.attribute_letters"
local svg = require "carcassonne.svg"
local words = require "carcassonne.describe.words"
if late then use_locale() end

local SCRIPT = "spec/support/in_locale_variant.lua"

local function path_of(name) return folder .. "/" .. name end

local function saved(name) return ("%s/%s.carc"):format(saved_in, name) end

-- Returns what a function prints and returns, or the error that it raises.
local function told_by(f, ...)
  local parts, print_before, put_before = {}, print, output.put
  function output.put(...) parts[#parts + 1] = table.concat({ ... }) end
  _G.print = function(...) output.put(table.concat({ ... }, "\t"), "\n") end
  local fine, result = pcall(f, ...)
  _G.print, output.put = print_before, put_before
  return ("%s%s %s\n"):format(table.concat(parts), tostring(fine), tostring(result))
end

local function keep(name, text) files.rewrite(path_of(name), text) end

-- ---- Games, saves and pictures ------------------------------------------------------------------

local GAMES = {
  { "sheep", function() return { variants = { "hills-and-sheep", "inns-and-cathedrals" } } end },
  { "tower", function() return { variants = { "tower", "princess-and-dragon", "percentage-goods" },
    sets = { "base", "traders" } } end },
  { "script", function()
    return { variants = { carcassonne.variant(SCRIPT, { share = 0.25, word = "Übergröße ß, 10 %" }) } }
  end },
}

local function play(settings)
  local state, value = carcassonne.game(settings):new_initial_state(11), 11
  for _ = 1, 40 do
    value = value * 16807 % 2147483647
    state:apply_index(value % state:num_actions() + 1)
  end
  return state
end

for _, row in ipairs(GAMES) do
  local name, settings = row[1], row[2]
  keep(name .. ".txt", told_by(function()
    local state = play(settings())
    local text = state:serialize()
    keep(name .. ".carc", notes.add(text, { ["player.1"] = "Groß\t", B = "2", a = "1" }))
    keep(name .. ".svg", svg.of(state))
    keep(name .. ".html", html.of(state))
    assert(assert(carcassonne.load(text)):hash() == state:hash())
    assert(assert(carcassonne.load(files.read(saved(name)))):hash() == state:hash(), "saved in the C locale")
    return state:hash()
  end))
end

-- ---- The command --------------------------------------------------------------------------------

local COMMANDS = {
  ["run.txt"] = { "run", "-n", "4", "--variant", "chained-builders" },
  ["run.json"] = { "run", "-n", "4", "--json" },
  ["compare.txt"] = { "compare", "small_city=2", "-n", "4", "--bot", "random", "--html",
    path_of "compare.html" },
  ["compare.json"] = { "compare", "small_city=2", "-n", "4", "--bot", "random", "--json" },
  ["compare.csv"] = { "compare", "small_city=2", "-n", "4", "--bot", "random", "--csv" },
  ["sweep.csv"] = { "sweep", "small_city=2..4/2", "-n", "2", "--bot", "random", "--csv", "--html",
    path_of "sweep.html" },
  ["analyse.txt"] = { "analyse", saved "sheep", "--worst", "3" },
  ["analyse.json"] = { "analyse", saved "sheep", "--json" },
  ["analyse.csv"] = { "analyse", saved "sheep", "--csv" },
  ["opinion.html"] = { "html", saved "sheep", "--opinion" },
  ["replay.txt"] = { "replay", saved "sheep" },
  ["show.txt"] = { "show", saved "tower" },
  ["tiles.txt"] = { "tiles", "BA-A", "HS-A", "--variant", "hills-and-sheep", "--picture",
    path_of "tiles.svg" },
  ["check.txt"] = { "check", SCRIPT, "--games", "2", "--effect", "4", "--search", "0", "--players", "2" },
  ["expansion.txt"] = { "expansions", "hills-and-sheep" },
  ["expansions.json"] = { "expansions", "--json" },
}

-- Removes the folders and the measured times from a text.
local function plain(text)
  for _, path in ipairs { folder, saved_in } do text = text:gsub(path:gsub("%p", "%%%0") .. "/", "") end
  text = text:gsub("(games a second)[^\n]*", "%1")
  local before, hooks, after = text:match "^(.*\n  hook +calls)(.*)(\n  OK.*)$"
  if not hooks then return text end
  hooks = hooks:gsub("(cost:)[^\n]*", "%1")
  return before .. hooks:gsub(" +[^ \n]+ +[^ \n]+( +[^ \n]+) +%d+ %%%f[\n%z]", "%1") .. after
end

for name, argv in pairs(COMMANDS) do
  local text = plain(told_by(cli.main, argv))
  assert(text:find "true 0\n$", text)
  keep(name, text)
end

-- ---- Messages and words -------------------------------------------------------------------------

local REFUSED = {
  function() bots.new("mcts", 1, { explore = -0.125 }) end,
  function() bots.new("greedy", 1, { follower = 50.5 }) end,
  function() bots.parse "mcts:explore=0.5,iterations=0.5" end,
  function() carcassonne.game { players = 2.5 } end,
  function() carcassonne.game { rules = { small_city = 0.5 } } end,
  function() carcassonne.game { prices = 1, Players = 2, bonus = 3 } end,
  function() carcassonne.game { budget = { call = 0.5 } } end,
  function() carcassonne.game { title = "\195\159\1\255" } end,
  function() core.new_search(carcassonne.game(), { follower = -0.5 }) end,
  function() carcassonne.game():new_initial_state(1):apply_handle(0.5) end,
  function() carcassonne.game():new_initial_state(1):playout({ [0.5] = 1 }) end,
  function() carcassonne.game():new_initial_state(1):playout { threads = 0.5 } end,
  function() error(select(2, jcz.read [[{ "appVersion": "5", "gameId": 0.5, "clock": [] }]]), 0) end,
}

keep("refused.txt", told_by(function()
  for _, f in ipairs(REFUSED) do print(tostring(select(2, pcall(f)))) end
end))

keep("words.txt", told_by(function()
  local game = carcassonne.game { variants = { "hills-and-sheep", "inns-and-cathedrals", "tower",
    "bazaars" } }
  local letters, names = signs.of(game)
  for _, name in ipairs(names) do print(name, letters[name], labels.printed(game, name) or "") end
  print(words.sentence "inns are roads")
end))
