--- How a plug-in for the specs is spoiled: what is done to the functions of a game, and the list of
--- what was done to which.

local faults = {}

--- Millpond as it stands in the examples, a table of its own each time.
---@return table
function faults.millpond() return dofile "examples/table/millpond.lua" end

--- The same of the heap, which hides nothing.
---@return table
function faults.heap() return dofile "spec/support/heap.lua" end

--- Calls `after` after a function, with its result and its arguments.
---@param game table
---@param name string
---@param after fun(result:any, ...):any
function faults.after(game, name, after)
  local before = game[name]
  game[name] = function(...) return after(before(...), ...) end
end

--- Puts `new` in the place of a function: it gets the function, and the arguments.
---@param game table
---@param name string
---@param new fun(before:function, ...):any
function faults.instead(game, name, new)
  local before = game[name]
  game[name] = function(...) return new(before, ...) end
end

--- An option of a game.
---@param game table
---@param name string
---@return table?
function faults.option(game, name)
  for _, one in ipairs(game.options) do
    if one.name == name then return one end
  end
end

--- A copy whose own fields go their own way, but not what is in them.
---@param list table
---@return table
function faults.copy(list)
  local other = {}
  for key, value in pairs(list) do other[key] = value end
  return other
end

--- Makes a list of faults, and the function that adds one: the clause that it breaks, what the
--- plug-in does, and what is done to a game, Millpond by default.
---@return fun(clause:string, says:string, spoil:fun(game:table), base?:fun():table) add
---@return {clause:string, says:string, make:fun():table}[] list
function faults.new()
  local list = {}
  return function(clause, says, spoil, base)
    list[#list + 1] = { clause = clause, says = says, make = function()
      local game = (base or faults.millpond)()
      spoil(game)
      return game
    end }
  end, list
end

return faults
