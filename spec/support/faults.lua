--- Functions that put a fault into a plug-in: they change functions of a game. They also keep the
--- list of faults.

local faults = {}

--- Returns the example Millpond, as a new table each time.
---@return table
function faults.millpond() return dofile "examples/table/millpond.lua" end

--- Returns the game of the heap, which hides nothing, as a new table each time.
---@return table
function faults.heap() return dofile "spec/support/heap.lua" end

--- Replaces a function: the new one calls the old one, and then `after` with the result and the
--- arguments.
---@param game table
---@param name string
---@param after fun(result:any, ...):any
function faults.after(game, name, after)
  local before = game[name]
  game[name] = function(...) return after(before(...), ...) end
end

--- Replaces a function with `new`, which gets the old function and the arguments.
---@param game table
---@param name string
---@param new fun(before:function, ...):any
function faults.instead(game, name, new)
  local before = game[name]
  game[name] = function(...) return new(before, ...) end
end

--- Returns an option of a game.
---@param game table
---@param name string
---@return table?
function faults.option(game, name)
  for _, one in ipairs(game.options) do
    if one.name == name then return one end
  end
end

--- Returns the event of Millpond that has a number, with everything hidden.
---@param s table a state
---@param number integer
---@return table?
function faults.logged(s, number)
  for _, event in ipairs(s.log) do
    if event.number == number then return event end
  end
end

--- Returns a shallow copy.
---@param list table
---@return table
function faults.copy(list)
  local other = {}
  for key, value in pairs(list) do other[key] = value end
  return other
end

--- Returns a list of faults, and a function that adds a fault to it. The arguments of this function
--- are the clause that the fault breaks, what the plug-in does, and a function that changes a game
--- (Millpond by default).
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
