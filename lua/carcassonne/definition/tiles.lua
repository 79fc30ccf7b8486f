--- Writes the statements about rules and tiles that need more than the table of words.
-- @module carcassonne.definition.tiles

local core = require "carcassonne.core"
local options = require "carcassonne.base.options"
local statements = require "carcassonne.definition.statements"

local tiles = {}

--- A writer for each key.
---@type table<string, LineWriter>
tiles.write = {}

local write, add, add_written = tiles.write, statements.add, statements.add_written
local list_of, for_players, check_named = statements.list_of, statements.for_players, statements.check_named

-- ---- Rules --------------------------------------------------------------------------------------

local function rule_names()
  local names = {}
  for i, rule in ipairs(core.rules) do names[i] = rule.name end
  return names
end

function write.edition(where, lines, value)
  options.check_name(where .. " edition", value, core.editions, "edition")
  add(lines, where .. " edition", { "edition", value })
end

function write.rules(where, lines, rules)
  local names = rule_names()
  for _, name in ipairs(options.keys(rules)) do
    local known = false
    for _, one in ipairs(names) do known = known or one == name end
    if not known then
      options.refuse(where .. " rules." .. name, "unknown rule" .. options.did_you_mean(name, names))
    end
    local value = rules[name]
    if type(value) == "boolean" then value = value and "yes" or "no" end
    options.check_type(where .. " rules." .. name, value, "string|integer")
    add(lines, where .. " rules." .. name, { "rule", name, value })
  end
end

-- ---- Tiles --------------------------------------------------------------------------------------

local TAKES_NONE = "a script can only add sets, not remove them; to play without Traders & Builders use "
  .. "`--sets base`, or sets = { \"base\" } in carcassonne.game"
local NOT_TWICE = "expected each set at most once, got %s; only the host can give a game a set several times"

-- Refuses sets that would have no effect in a script.
local function check_sets_of_script(where, value)
  local named = {}
  for _, set in ipairs(value) do
    local name = tostring(set)
    if name:find " " then options.refuse(where .. " sets", NOT_TWICE:format(name)) end
    named[name] = true
  end
  if named.base and not named.traders then options.refuse(where .. " sets", TAKES_NONE) end
end

-- A variant names the sets that it requires. A set that the game has is not added again.
function write.sets(where, lines, value)
  lines.sets = lines.sets or {}
  if lines.owner ~= "game" then check_sets_of_script(where, value) end
  for _, set in ipairs(value) do
    local name, times = tostring(set):match "^(%S+) ?(x?%d*)$"
    options.check_name(where .. " sets", name or set, core.tilesets, "tile set")
    local needed = lines.owner ~= "game" and lines.sets[name]
    if not needed then add(lines, where .. " sets", { "set", name, times ~= "" and times or nil }) end
    lines.sets[name] = true
  end
end

function write.tiles(where, lines, value)
  for i, text in ipairs(list_of(value)) do
    local at = ("%s tiles[%d]"):format(where, i)
    options.check_type(at, text, "string")
    for line in text:gmatch "[^\n]+" do
      if line:match "^%s*[^#%s]" then add_written(lines, at, line, "tile") end
    end
  end
end

function write.counts(where, lines, value)
  check_named(where .. " counts", value, '{ ["BA-U"] = 2 }')
  for _, id in ipairs(options.keys(value)) do
    local at = ("%s counts.%s"):format(where, id)
    options.check_type(at, value[id], "integer|list")
    add(lines, at, { "count", id, for_players(at, lines, value[id]) })
  end
end

return tiles
