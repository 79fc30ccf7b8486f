--- Formats the use of what scripts offer, as sentences and as a table.
-- @module carcassonne.lab.uses_text

local c_locale = require "carcassonne.base.c_locale"
local part_effects = require "carcassonne.lab.part_effects"
local suggestions = require "carcassonne.lab.suggestions"
local words = require "carcassonne.describe.words"

local uses_text = {}

local KINDS = { option = "option", points = "points", rule = "rule", token = "token" }

local function quoted(use)
  return ("%s `%s%s`"):format(KINDS[use.kind], use.name, use.label and ": " .. use.label or "")
end

-- Returns the names of the uses for which `is` returns true, without labels of a phase that is
-- named as a whole.
local function names_of(list, is, single)
  local names, whole = {}, {}
  for _, use in ipairs(list) do
    if is(use, single) and not whole[use.name] then
      names[#names + 1] = quoted(use)
      whole[use.name] = use.kind == "option" and not use.label
    end
  end
  return names
end

-- Returns the phases with a single label or number of an option.
local function with_one_option(list)
  local counts, phases = {}, {}
  for _, use in ipairs(list) do
    if use.label then counts[use.name] = (counts[use.name] or 0) + 1 end
  end
  for name, count in pairs(counts) do phases[name] = count == 1 end
  return phases
end

local FEWEST_OFFERS = 20 -- for the finding that an option is always taken

-- What is found about uses, in order: the sentence, and the condition. `single` has the phases with
-- a single option.
local NEVER = {
  { key = "unseen", text = "Never came up in %s: %s. ", is = function(use)
    return use.kind ~= "rule" and use.counts.games == 0
  end },
  { key = "without_effect", text = "Neither forbade nor added an action in %s: %s. ", is = function(use)
    return use.kind == "rule" and use.counts.games == 0
  end },
}
local TAKEN = {
  { key = "refused", text = "Never taken in %s, though offered: %s. ", is = function(use)
    return use.kind == "option" and use.counts.offered > 0 and use.counts.taken == 0
  end },
  { key = "automatic", text = "Taken every time it was offered in %s: %s. ", is = function(use, single)
    return use.kind == "option" and single[use.name] and use.counts.offered >= FEWEST_OFFERS
      and use.counts.taken == use.counts.offered
  end },
}

local IDLE = "Without effect in %d test games: %s. "

-- Returns a sentence for each of these findings that has uses, with what to try.
local function found(arm, findings)
  local list, single = {}, with_one_option(arm.uses)
  for _, finding in ipairs(findings) do
    local names = names_of(arm.uses, finding.is, single)
    if #names > 0 then
      list[#list + 1] = finding.text:format(words.count(arm.games, "game"), table.concat(names, ", "))
        .. suggestions.BY_USE[finding.key]
    end
  end
  return list
end

--- Returns sentences about what never came up and about parts that change nothing, each with what
--- to try.
---@param arm table an arm of a Report
---@return string[]
function uses_text.never(arm)
  local list, parts = found(arm, NEVER), arm.idle_parts or {}
  if #parts > 0 then
    list[#list + 1] = IDLE:format(part_effects.GAMES, table.concat(parts, ", ")) .. suggestions.BY_USE.idle
  end
  return list
end

--- Returns sentences about options that no player has taken, and about options that players always
--- took, each with what to try; and about what bots know.
---@param arm table an arm of a Report
---@return string[]
function uses_text.others(arm)
  local list = found(arm, TAKEN)
  for _, sentence in ipairs(arm.worths or {}) do list[#list + 1] = sentence end
  for _, sentence in ipairs(arm.foresight or {}) do list[#list + 1] = sentence end
  return list
end

local function per_game(count, games) return c_locale.format("%.2f", count / games) end

local function per_cent(part, whole)
  return whole > 0 and c_locale.format("%.0f %%", 100 * part / whole) or ""
end

local function name_cell(use)
  if use.label then return "  " .. use.label end
  return use.kind == "option" and use.name or ("%s: %s"):format(KINDS[use.kind], use.name)
end

local function row_of(use, games, players)
  local counts = use.counts
  return { name_cell(use), counts.offered > 0 and per_game(counts.offered, games) or "",
    per_game(counts.taken, games), per_cent(counts.taken, counts.offered), per_cent(counts.games, games),
    counts.players > 0 and per_cent(counts.players, players * games) or "",
    use.kind == "points" and per_game(counts.points, games) or "" }
end

--- The meaning of the columns of uses_text.rows.
uses_text.LEGEND = "offered, taken, points: averages per game, of all players together. share: taken "
  .. "divided by offered. games: share of the games in which it came up. players: share of the players who "
  .. "took or had it. In the row of a rule, `taken` counts the decisions in which the rule forbade or added "
  .. "actions; the rows below count these actions."

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
