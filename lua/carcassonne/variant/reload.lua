--- Reads the changed scripts of a running game again and continues the game with them.
-- @module carcassonne.variant.reload

local definition = require "carcassonne.definition"
local options = require "carcassonne.base.options"
local variant_game = require "carcassonne.variant.game"
local variants = require "carcassonne.variant"

local reload = {}

-- Returns the variants that replace those with the same names.
local function replacements(given)
  local by_name = {}
  for _, one in ipairs(given) do
    local variant = variants.use(one)
    by_name[variant.name] = variant
  end
  return by_name
end

--- Reads the variants of a game again. Raises an error for faults of a script.
---@param list Variant[] the present variants
---@param given (string|table|Variant)[] variants that replace those with the same names
---@return Variant[]
function reload.variants(list, given)
  local new, by_name, names = {}, replacements(given), {}
  for i, variant in ipairs(list) do
    names[i] = variant.name
    new[i] = by_name[variant.name] or variants.read_again(variant)
  end
  for _, name in ipairs(options.keys(by_name)) do
    if #names == 0 then
      options.refuse("reload: variants", ("unknown variant '%s'; the game has no variants"):format(name))
    end
    options.check_name("reload: variants", name, names, "variant")
  end
  return new
end

--- Makes a game with other variants.
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
