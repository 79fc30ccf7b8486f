--- Draws pieces, tokens, and variables of scripts. Colour, hatching, shape and number show the
--- owner.
-- @module carcassonne.svg.pieces

local c_locale = require "carcassonne.base.c_locale"
local elements = require "carcassonne.svg.elements"
local marks = require "carcassonne.svg.marks"
local palette = require "carcassonne.ui.palette"
local piece_shapes = require "carcassonne.shapes.pieces"

local pieces_svg = {}

local n, rgb = elements.number, elements.rgb
local INK, PAPER = rgb(palette.ink), rgb(palette.paper)
local PIECE = 32 -- height of a follower
local ROLES = { "", "monk", "farmer" }

-- Hatching lines by player.
local HATCHING = { "", "M0 1.5h6M0 4.5h6", "M1 0v6M4 0v6", "M0 0l6 6M-1 5l2 2M5 -1l2 2", "M3 0v6M0 3h6",
  "M6 0l-6 6M1 -1l-2 2M7 5l-2 2" }

local BODY = '<g id="%s" stroke-linejoin="round"><path d="%s" fill="#fff" stroke="#fff" stroke-width="5"/>'
  .. '<path d="%s" fill="%s" stroke="%s" stroke-width="2.4"/><path d="%s"/></g>'

local function body_id(name, role) return "piece-" .. elements.safe(name) .. (role and "-" .. role or "") end

--- Returns the definitions that figures refer to: fills of players and bodies of pieces.
---@param game Game
---@return string
function pieces_svg.definitions(game)
  local parts = {}
  for player = 1, game:players() do
    local look = palette.players[player]
    parts[#parts + 1] =
      ('<pattern id="player%d" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" '
      .. 'fill="%s"/><path d="%s" stroke="%s" stroke-width=".9" opacity=".6"/></pattern>'):format(player,
        rgb(look.fill),
      HATCHING[player], rgb(look.edge))
  end
  for _, piece in ipairs(game:pieces()) do
    for _, role in ipairs(ROLES) do
      local body, shown = piece_shapes.of(piece.name, role)
      if role == (shown or "") and (role == "" or piece.follower) then
        local path = elements.path(body, PIECE * body.size)
        parts[#parts + 1] = BODY:format(body_id(piece.name, shown), path, path, INK, INK, path)
      end
    end
  end
  return table.concat(parts)
end

local function fill_of(player) return player and ("url(#player%d)"):format(player) or PAPER end

-- Draws letters that are readable on a player's colour.
local function on_player(text, x, y, size, player)
  local look = palette.players[player]
  return elements.text(text, x, y + size * 0.36, size,
    ('text-anchor="middle" font-weight="bold" fill="%s" stroke="%s" '
    .. 'stroke-width="%s" paint-order="stroke"'):format(rgb(look.edge), rgb(look.fill), n(size * 0.3)))
end

--- Returns the letter for a kind of piece that has no shape of its own.
---@param name string
---@return string
function pieces_svg.letter(name) return piece_shapes.is_own(name) and "" or c_locale.upper(name:sub(1, 1)) end

--- Draws a piece with its player's number.
---@param name string
---@param player integer
---@param x number middle
---@param y number
---@param role? string role of the piece there
---@return string
function pieces_svg.piece(name, player, x, y, role)
  local body, shown = piece_shapes.of(name, role)
  local side = PIECE * body.size
  return ('<g transform="translate(%s %s)"><use href="#%s" fill="%s"/>%s</g>'):format(n(x), n(y),
    body_id(name, shown),
    fill_of(player), on_player(pieces_svg.letter(name) .. player, body.x * side, body.y * side,
      side * 0.42, player))
end

--- Draws a player's shape with the player's number, for lists.
---@param player integer
---@param x number middle
---@param y number
---@param size? number distance from the middle to the edge, 12 by default
---@return string
function pieces_svg.emblem(player, x, y, size)
  size = size or 12
  return ('<path d="%s" fill="%s" stroke="%s" stroke-width="1.2"/>'):format(
    elements.path({ palette.players[player].outline }, size, x, y), fill_of(player), INK)
    .. on_player(tostring(player), x, y, size, player)
end

--- Draws tokens as a plate with round corners and their sign. Beside it are their number and the
--- shape of their owner.
---@param sign string
---@param x number middle
---@param y number
---@param count? integer
---@param player? integer
---@return string
function pieces_svg.token(sign, x, y, count, player)
  local width = math.max(18, #sign * 13 * elements.letter + 8)
  local parts = {
      ('<rect x="%s" y="%s" width="%s" height="18" rx="8" fill="%s" stroke="%s" stroke-width="2"/>'):format(
    n(x - width / 2), n(y - 9), n(width), PAPER, INK),
    elements.text(sign, x, y + 4.7, 13, ('text-anchor="middle" font-weight="bold" fill="%s"'):format(INK)) }
  if player then parts[#parts + 1] = pieces_svg.emblem(player, x - width / 2 - 2, y + 9, 8) end
  if count and count > 1 then
    parts[#parts + 1] = elements.text("×" .. count, x + width / 2 - 2, y - 6, 12,
      ('font-weight="bold" fill="%s" stroke="#fff" '
      .. 'stroke-width="3" paint-order="stroke"'):format(INK))
  end
  return table.concat(parts)
end

--- Draws the number of a variable.
---@param text string the result of labels.numbered
---@param x number
---@param y number
---@return string
function pieces_svg.number(text, x, y) return marks.plate(text, x, y, 11, 'stroke-dasharray="2 1"') end

--- Draws the label of an area.
---@param label string
---@param x number
---@param y number
---@return string
function pieces_svg.place(label, x, y)
  return elements.text(label, x, y + 5, 14,
    ('text-anchor="middle" font-weight="bold" fill="%s" stroke="#fff" stroke-width="4" '
    .. 'paint-order="stroke"'):format(INK))
end

--- Draws an attribute that a feature has gained or lost.
---@param label string
---@param gone boolean
---@param x number
---@param y number
---@return string
function pieces_svg.attribute(label, gone, x, y)
  local plate = marks.plate(label, x, y, 11, 'stroke-width="2"')
  return gone and plate .. ('<path d="M%s %sl16 -14" stroke="%s" stroke-width="1.6"/>'):format(n(x - 8),
    n(y + 7), INK) or plate
end

return pieces_svg
