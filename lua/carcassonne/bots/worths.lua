--- What the variables, tokens, tiles in reserves and steps of the final scoring of a script are
--- worth to a player. `carcassonne learn` measures these worths and writes them to a file beside
--- the script; the bots `greedy` and `mcts` use them.
-- @module carcassonne.bots.worths

local c_locale = require "carcassonne.base.c_locale"
local core = require "carcassonne.core"
local options = require "carcassonne.base.options"
local variant_game = require "carcassonne.variant.game"

local worths = {}

local FORMAT, MOST = 1, 1000000

--- The worths of a script, as a file has them.
---@class ScriptWorths
---@field script string digest of the script
---@field win number what a won game is worth in points; 0 if players of the script maximize their lead
---@field assets table<string, number[]> by kind and name, as in "token toll.gate"
---@field measured? string with how many players, and with which options: "2 players, price=3"
---@field nothing? integer number of games in which nothing better than the defaults was found

--- Returns the path of the file with the worths of a script.
---@param script string path of the script
---@return string
---@usage assert(require("carcassonne.bots.worths").path("toll.lua") == "toll.worths")
function worths.path(script) return (script:gsub("%.lua$", "")) .. ".worths" end

--- Returns the digest of a script, without its options.
---@param variant Variant
---@return string
function worths.digest(variant) return core.digest(variant.origin.base) end

-- ---- Files --------------------------------------------------------------------------------------

-- Reads a number of a line.
local function number_in(word)
  local number = c_locale.tonumber(word)
  return number and number == number and math.abs(number) <= MOST and number or nil
end

-- For each first word of a line other than the kind of an asset: how to read the rest. Returns a
-- message about an invalid line.
local HEAD = {
  format = function(_, rest)
    if tonumber(rest) == FORMAT then return nil end
    return ("expected format %d, as `carcassonne learn` writes it"):format(FORMAT)
  end,
  script = function(document, rest) document.script = rest end,
  win = function(document, rest)
    document.win = number_in(rest)
    if not document.win or document.win < 0 then return "expected `win` and a number from 0" end
  end,
  measured = function(document, rest) document.measured = rest end,
  nothing = function(document, rest)
    document.nothing = number_in(rest)
    local is_count = document.nothing and document.nothing >= 1 and document.nothing % 1 == 0
    if not is_count then return "expected `nothing` and a number of games" end
  end,
}

-- Reads the line of an asset.
local function read_asset(document, kind, rest)
  local name, list = rest:match "^%S+", {}
  for word in rest:gmatch "%s(%S+)" do list[#list + 1] = number_in(word) or 0 / 0 end
  for _, worth in ipairs(list) do
    if worth ~= worth then return ("expected numbers from -%d to %d after the name"):format(MOST, MOST) end
  end
  if not name or #list == 0 then return "expected a kind, a name, and its worths" end
  document.assets[kind .. " " .. name] = list
end

--- Reads the text of a file. Raises an error that names the line.
---@param text string
---@param path string for messages
---@return ScriptWorths
function worths.read(text, path)
  local document, line, seen = { assets = {}, win = 0 }, 0, {}
  for words in text:gmatch "[^\n]+" do
    line = line + 1
    local first, rest = words:match "^(%S+)%s*(.-)%s*$"
    if first and first:sub(1, 1) ~= "#" then
      local problem
      if HEAD[first] then
        problem = HEAD[first](document, rest)
      else
        problem = read_asset(document, first, rest)
      end
      if problem then options.refuse(("%s:%d"):format(path, line), problem) end
      seen[first] = true
    end
  end
  if not seen.format or not seen.script then
    options.refuse(path, "expected the lines `format` and `script`, as `carcassonne learn` writes them")
  end
  return document
end

local function turns_text(turns)
  local words = {}
  for i, number in ipairs(turns) do words[i] = ("%d"):format(number) end
  return table.concat(words, ", ")
end

--- Returns the text of a file.
---@param document ScriptWorths
---@param remark string a line about how the worths were measured
---@param turns integer[] numbers of turns left for which worths are given
---@return string
function worths.write(document, remark, turns)
  local meaning = ("# The numbers after a name are points with %s turns left."):format(turns_text(turns))
  local lines = { "# " .. remark, "format " .. FORMAT, "script " .. document.script,
    c_locale.format("win %g", document.win) }
  if not document.nothing then table.insert(lines, 2, meaning) end
  if document.measured then lines[#lines + 1] = "measured " .. document.measured end
  if document.nothing then lines[#lines + 1] = ("nothing %d"):format(document.nothing) end
  local names = {}
  for name in pairs(document.assets) do names[#names + 1] = name end
  c_locale.sort(names)
  for _, name in ipairs(names) do
    local words = { name }
    for i, worth in ipairs(document.assets[name]) do words[i + 1] = c_locale.format("%.3f", worth) end
    lines[#lines + 1] = table.concat(words, " ")
  end
  return table.concat(lines, "\n") .. "\n"
end

-- ---- Games --------------------------------------------------------------------------------------

--- Reads the file beside a script. Raises an error if the file is invalid.
---@param variant Variant
---@return ScriptWorths? document nil if the file is missing, or belongs to another version of the script
---@return string? note a message about a file of another version
function worths.beside(variant)
  local path = worths.path(variant.file)
  local file = io.open(path, "rb")
  if not file then return nil end
  local text = file:read "*a" or ""
  file:close()
  local document = worths.read(text, path)
  if document.script == worths.digest(variant) then return document end
  return nil, ("the worths in %s belong to another version of the script, so bots do not use them"):format(
    path)
end

-- Returns the names of the assets in a file, without the terms of the rating.
local function names_in(document)
  local seen = {}
  for key in pairs(document.assets) do
    local kind, name = key:match "^(%S+) (.*)$"
    if kind ~= "term" then seen[name] = true end
  end
  return table.concat(options.keys(seen), ", ")
end

-- Returns a sentence about what bots know from a file.
local function note_of(document, path)
  if document.measured then path = ("%s, measured with %s"):format(path, document.measured) end
  if document.nothing then
    return ("`carcassonne learn` found nothing better than the bots' own values in %d games (%s)"):format(
      document.nothing, path)
  end
  local names = names_in(document)
  return ("greedy and mcts use learned worths%s (%s)"):format(names ~= "" and " of " .. names or "", path)
end

-- Returns the worths by kind and name, the worth of a won game, sentences about files, and the
-- names of variants with a file for their version.
local function collect(game)
  local found, win, notes, noted = {}, 0, {}, {}
  for _, variant in ipairs(variant_game.variants_of(game)) do
    local document, note
    if variant.file and not variant.origin.limits.read then document, note = worths.beside(variant) end
    if document then
      note = note_of(document, worths.path(variant.file))
      win = math.max(win, document.win)
      for name, list in pairs(document.assets) do found[name] = list end
    end
    notes[#notes + 1], noted[variant.name] = note, document ~= nil
  end
  return found, win, notes, noted
end

local kept = setmetatable({}, { __mode = "k" }) -- by game

--- What the files of the scripts of a game say.
---@class KnownWorths
---@field list? number[][] by asset, in the order of core.assets; nil if no file has worths
---@field win number what a won game is worth in points
---@field notes string[] sentences about the files
---@field noted table<string, boolean> by the names of variants: whether it has a file for its version
---@field learned table<string, number[]> learned worths, by kind and name

--- Returns the worths of the assets of a game, in the order of core.assets. An asset without a
--- measured worth has its default. Raises an error if a file is invalid.
---@param game Game
---@return KnownWorths
function worths.of(game)
  if kept[game] then return kept[game] end
  local found, win, notes, noted = collect(game)
  local list = next(found) and {} or nil
  for i, asset in ipairs(list and core.assets(game) or {}) do
    list[i] = found[asset.kind .. " " .. asset.name] or asset.usual
  end
  kept[game] = { list = list, win = win, notes = notes, noted = noted, learned = found }
  return kept[game]
end

local GIVES = { variable = true, token = true, reserve = true }

-- Returns whether an asset has this kind and belongs to a script.
local function belongs(asset, variant)
  local own = variant.name .. "."
  return GIVES[asset.kind] and asset.name:sub(1, #own) == own
end

--- What the bots do not know about a script.
---@class UnknownWorths
---@field variant Variant a script that is a file, and has no file of worths for its version
---@field names string[] variables, tokens and reserves of players without a worth

--- Returns the scripts with things whose worth the bots do not know.
---@param game Game
---@return UnknownWorths[]
function worths.unknown(game)
  local known, list = worths.of(game), {}
  for _, variant in ipairs(variant_game.variants_of(game)) do
    local names = {}
    for _, asset in ipairs(variant.file and not known.noted[variant.name] and core.assets(game) or {}) do
      if belongs(asset, variant) then names[#names + 1] = asset.name end
    end
    if #names > 0 then list[#list + 1] = { variant = variant, names = names } end
  end
  return list
end

--- Returns a text that differs for games with different worths; empty for the defaults.
---@param game Game
---@return string
function worths.identity(game)
  local known, words = worths.of(game), {}
  for i, list in ipairs(known.list or {}) do words[i] = table.concat(list, " ") end
  return #words > 0 and ("%s\n%s"):format(known.win, table.concat(words, "\n")) or ""
end

-- Whether a variant that is not shipped gives points when a feature scores. The shipped ones hardly
-- do, and foresight would take time.
local function gives_points_when_scored(game)
  for _, variant in ipairs(variant_game.variants_of(game)) do
    local source = variant.source
    if not variant.shipped and (source.bonus or source.on_feature_scored) then return true end
  end
  return false
end

--- Returns a new search (core.new_search) that foresees what scripts give when features score.
---@param game Game
---@param weights table<string, number>
---@param tree? table
---@return Search
function worths.new_search(game, weights, tree)
  local search = core.new_search(game, weights, tree)
  search:foresee_scoring(gives_points_when_scored(game))
  return search
end

--- Lets a search use the worths of its game.
---@param search Search
---@param game Game
---@param blind? boolean whether the search ignores what functions of scripts do later
---@return Search search
function worths.apply(search, game, blind)
  if blind then
    search:set_worths(nil, 0, true)
  else
    local known = worths.of(game)
    search:set_worths(known.list, known.win)
  end
  return search
end

return worths
