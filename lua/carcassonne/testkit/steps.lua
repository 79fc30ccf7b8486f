--- Reads a part of a line as an action: `BA-V here r1`, `follower road:S`, `take`. Suggests
--- corrections for invalid parts.
-- @module carcassonne.testkit.steps

local board_drawing = require "carcassonne.testkit.drawing"
local options = require "carcassonne.base.options"

local steps = {}

-- Replaces names of cells by coordinates: "@west" by "@-1,0".
local function with_cells(t, text)
  return (text:gsub("@(%l[%l%d_]*)", function(name)
    local cell = t:cell(name)
    return ("@%d,%d"):format(cell.x, cell.y)
  end))
end

--- Converts "BA-U here r1" to notation. Returns the notation with the tile's id and the cell, or
--- nil if the part does not start with a tile.
---@param t TestBoard
---@param part string
---@return string? text
---@return string? id
---@return DrawnCell? cell
function steps.placement(t, part)
  local tile, name, rest = part:match "^(%S+) (%S+)(.*)$"
  local id = board_drawing.tile(tile or "")
  if not id or not t.given.counts[id] then return nil end
  local cell, turned, span = t:cell(name), rest:match "^ (r%d)(.*)$"
  return ("place %s %d,%d %s%s"):format(id, cell.x, cell.y, turned or "r0", with_cells(t, span or rest)), id,
    cell
end

local EXTRA = { take = "extra take", decline = "extra decline" }

-- Adds or removes the cell of a deployment on the tile just placed. Options of scripts include the
-- cell; deployments by the rules do not.
local function other_form(t, text)
  local x, y = t.state:last_placed()
  local cell = (" @%d,%d"):format(x or 0, y or 0)
  if text:sub(-#cell) == cell then return text:sub(1, -#cell - 1) end
  return text:find("@", 1, true) and text or text .. cell
end

-- Returns the possible full texts of a part, with the most likely text first. "follower road:S" is
-- short for a deployment.
local function texts_of(t, part)
  local placing = steps.placement(t, part)
  if placing then return { placing } end
  local text = EXTRA[part] or with_cells(t, part)
  local deploying = text:find "^deploy " and text or "deploy " .. text
  return { text, deploying, other_form(t, deploying) }
end

-- ---- Errors -------------------------------------------------------------------------------------

local VERBS = { "draw", "place", "deploy", "pass", "take", "decline" }

local function names_of(...)
  local names = {}
  for _, list in ipairs { ... } do
    for _, one in ipairs(list) do names[#names + 1] = one.name or one end
  end
  return names
end

-- Refuses a word that looks like a tile, but is not a tile of the game.
local function refuse_tile(t, word)
  local former = board_drawing.former(word, "%s here r%s")
  if former then error(former, 0) end
  if not board_drawing.tile(word) then
    error(("'%s' is not a tile; expected a tile like BA-U, with a rotation as in BA-U here r3"):format(
      word), 0)
  end
  error(("unknown tile '%s'%s"):format(word, options.did_you_mean(word, options.keys(t.given.counts))), 0)
end

-- Refuses a word that cannot start a part.
local function refuse_word(t, word)
  if word:find "^%u" then refuse_tile(t, word) end
  local pieces, verbs = names_of(t.game:pieces()), names_of(VERBS, t.game:phases())
  error(("'%s' is not an action%s; expected a tile, a piece (%s), or a word like %s"):format(word,
    options.did_you_mean(word, names_of(verbs, pieces)), table.concat(pieces, ", "),
      table.concat(verbs, ", ")), 0)
end

local function refuse(t, part, problem)
  local word = part:match "^%S*"
  if t.game:piece(word) then
    local _, wrong = t.state:string_to_action("deploy " .. with_cells(t, part))
    error(wrong, 0)
  end
  if problem:find("is not an action; expected", 1, true) then refuse_word(t, word) end
  error(problem, 0)
end

-- ---- Actions ------------------------------------------------------------------------------------

--- Returns the action of a part. If several actions are possible, returns the legal one. Raises an
--- error for a part that is not an action on this board.
---@param t TestBoard
---@param part string
---@param state? State a state; the state of the board by default
---@return Action
function steps.action(t, part, state)
  local read, problem
  state = state or t.state
  for _, text in ipairs(texts_of(t, part)) do
    local action, message = state:string_to_action(text)
    if action and state:action_index(action) then return action end
    read, problem = read or action, problem or message
  end
  return read or refuse(t, part, problem)
end

return steps
