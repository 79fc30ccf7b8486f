--- Formats the use of what scripts offer, as sentences and as a table.
-- @module carcassonne.lab.uses_text

local c_locale = require "carcassonne.base.c_locale"
local words = require "carcassonne.describe.words"

local uses_text = {}

local KINDS = { option = "option", points = "points", token = "token" }

local function quoted(use)
  return ("%s `%s%s`"):format(KINDS[use.kind], use.name, use.label and ": " .. use.label or "")
end

-- Returns the names of the uses for which `is` returns true, without labels of a phase that is
-- named as a whole.
local function names_of(list, is)
  local names, whole = {}, {}
  for _, use in ipairs(list) do
    if is(use) and not whole[use.name] then
      names[#names + 1] = quoted(use)
      whole[use.name] = use.kind == "option" and not use.label
    end
  end
  return names
end

local function is_unseen(use) return use.counts.games == 0 end
local function is_refused(use)
  return use.kind == "option" and use.counts.offered > 0 and use.counts.taken == 0
end

local function add(list, format, games, names)
  if #names == 0 then return end
  list[#list + 1] = format:format(words.count(games, "game"), table.concat(names, ", "))
end

--- Returns sentences about what never came up, and about options that no player has taken.
---@param arm table an arm of a Report
---@return string[]
function uses_text.sentences(arm)
  local list = {}
  add(list, "Never came up in %s: %s.", arm.games, names_of(arm.uses, is_unseen))
  add(list, "Offered in %s, but never taken: %s.", arm.games, names_of(arm.uses, is_refused))
  return list
end

local function per_game(count, games) return c_locale.format("%.2f", count / games) end

local function per_cent(part, whole)
  return whole > 0 and c_locale.format("%.0f %%", 100 * part / whole) or ""
end

local function name_cell(use)
  if use.kind ~= "option" then return ("%s: %s"):format(KINDS[use.kind], use.name) end
  return use.label and "  " .. use.label or use.name
end

local function row_of(use, games, players)
  local counts = use.counts
  return { name_cell(use), counts.offered > 0 and per_game(counts.offered, games) or "",
    per_game(counts.taken, games), per_cent(counts.taken, counts.offered), per_cent(counts.games, games),
    counts.players > 0 and per_cent(counts.players, players * games) or "",
    use.kind == "points" and per_game(counts.points, games) or "" }
end

--- Returns a table of the uses in the games of an arm; an empty list if nothing came up.
---@param arm table an arm of a Report
---@param players integer number of players of a game
---@return string[][] rows headings first
function uses_text.rows(arm, players)
  local rows = {}
  for _, use in ipairs(arm.uses) do
    if use.counts.games > 0 then rows[#rows + 1] = row_of(use, arm.games, players) end
  end
  if #rows > 0 then
    table.insert(rows, 1, { "use in a game", "offered", "taken", "share", "games", "players", "points" })
  end
  return rows
end

return uses_text
