--- Tests of the values in logs. Each test takes a value from JSON, and the number of players.

local compat = require "carcassonne.base.compat"

local schema = {}

--- A text.
---@param value any
---@return boolean
function schema.text(value) return type(value) == "string" end

--- A whole number.
---@param value any
---@return boolean
function schema.integer(value) return type(value) == "number" and compat.math.tointeger(value) ~= nil end

--- True or false.
---@param value any
---@return boolean
function schema.boolean(value) return type(value) == "boolean" end

--- A list or a table by name.
---@param value any
---@return boolean
function schema.table(value) return type(value) == "table" end

--- Returns whether a value is a list whose items pass the test, of `count` items if it is given.
---@param value any
---@param test fun(item:any):boolean
---@param count? integer
---@return boolean
function schema.is_list(value, test, count)
  if type(value) ~= "table" or count and #value ~= count then return false end
  local length = #value
  for key, item in pairs(value) do
    if not schema.integer(key) or key < 1 or key > length or not test(item) then return false end
  end
  return true
end

--- Returns whether a value is a table by name whose values pass the test.
---@param value any
---@param test fun(item:any):boolean
---@return boolean
function schema.is_named(value, test)
  if type(value) ~= "table" then return false end
  for name, item in pairs(value) do
    if not schema.text(name) or not test(item) then return false end
  end
  return true
end

--- A list of texts.
---@param value any
---@return boolean
function schema.texts(value) return schema.is_list(value, schema.text) end

--- A list of texts for each player.
---@param value any
---@param players integer
---@return boolean
function schema.texts_by_player(value, players) return schema.is_list(value, schema.texts, players) end

--- The number of a player, from 0.
---@param value any
---@param players integer
---@return boolean
function schema.player(value, players) return schema.integer(value) and value >= 0 and value < players end

--- A number for each player.
---@param value any
---@param players integer
---@return boolean
function schema.by_player(value, players) return schema.is_list(value, schema.integer, players) end

--- A list of numbers, one for each player, by name: pieces in hand, points by kind.
---@param value any
---@param players integer
---@return boolean
function schema.named_by_player(value, players)
  return schema.is_named(value, function(numbers) return schema.by_player(numbers, players) end)
end

--- Three numbers for each player: goods, or tokens of three letters.
---@param value any
---@param players integer
---@return boolean
function schema.three_by_player(value, players)
  return schema.is_list(value, function(three) return schema.is_list(three, schema.integer, 3) end, players)
end

--- A cell: x and y.
---@param value any
---@return boolean
function schema.cell(value) return schema.is_list(value, schema.integer, 2) end

--- A number by cell: "x,y".
---@param value any
---@return boolean
function schema.integers_by_name(value) return schema.is_named(value, schema.integer) end

--- A text by name, such as a cell.
---@param value any
---@return boolean
function schema.text_by_name(value) return schema.is_named(value, schema.text) end

--- A list of texts by name.
---@param value any
---@return boolean
function schema.texts_by_name(value) return schema.is_named(value, schema.texts) end

return schema
