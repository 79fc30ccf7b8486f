--- A running game whose scripts have changed: they are read again, and the game goes on under them.
-- @module carcassonne.variant.reload

local definition = require "carcassonne.definition"
local options = require "carcassonne.base.options"
local variant_game = require "carcassonne.variant.game"
local variants = require "carcassonne.variant"

local reload = {}

-- What stands in the place of the variants of these names.
local function replacements(given)
  local by_name = {}
  for _, one in ipairs(given) do
    local variant = variants.use(one)
    by_name[variant.name] = variant
  end
  return by_name
end

--- The variants of a game, read again. Raises what is wrong with one.
---@param list Variant[] as they are played with
---@param given (string|table|Variant)[] in the place of those of the same names
---@return Variant[]
function reload.variants(list, given)
  local new, by_name, names = {}, replacements(given), {}
  for i, variant in ipairs(list) do
    names[i] = variant.name
    new[i] = by_name[variant.name] or variants.read_again(variant)
  end
  for _, name in ipairs(options.keys(by_name)) do
    if #names == 0 then
      options.refuse("reload: variants", ("'%s' is none of this game, which has none"):format(name))
    end
    options.check_name("reload: variants", name, names, "variant of this game")
  end
  return new
end

--- The game with other variants in the place of its own.
---@param game Game
---@param list Variant[]
---@return Game? game
---@return string? message
---@return string? code
function reload.game(game, list)
  local text, owners = definition.rewrite(game, list)
  local new, message, code, line = variant_game.make_game(text, list, variant_game.budgets_of(game))
  if new then return new end
  local explained, owner = definition.explain(text, owners, message, line)
  return nil, ("%s: %s"):format(owner, explained), code
end

return reload
