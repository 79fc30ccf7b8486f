--- Plug-ins with one fault each in their bots, and the clause that the fault breaks. For the specs.

local faults = require "spec.support.faults"

local fault, list = faults.new()

-- Gives the heap two bots: one takes the first legal action, one the last.
local function with_bots()
  local game = faults.heap()
  local function bot(name, level, index_of)
    return { name = name, level = level, text = "takes one end of the list", timed = false }, index_of
  end
  local first, of_first = bot("first", 1, function() return 1 end)
  local last, of_last = bot("last", 2, function(count) return count end)
  local index_of = { first = of_first, last = of_last }
  function game.bots() return { faults.copy(first), faults.copy(last) } end
  function game.choose(s, name, milliseconds)
    local legal = game.legal(s)
    local is_time = milliseconds == nil or type(milliseconds) == "number" and milliseconds >= 1
      and milliseconds < math.huge
    if not index_of[name] or not is_time or type(game.current(s)) ~= "number" then
      return nil, "expected a bot, a time and a state in which a player decides"
    end
    return legal[index_of[name](#legal)]
  end
  return game
end

local function bots_fault(clause, text, change) fault(clause, text, change, with_bots) end

bots_fault("bots", "has no bots", function(game) game.bots = function() return {} end end)
bots_fault("bots", "gives two bots the same name", function(game)
  faults.after(game, "bots", function(bots)
    bots[2].name = bots[1].name
    return bots
  end)
end)
bots_fault("bots", "lists the strongest bot first", function(game)
  faults.after(game, "bots", function(bots) return { bots[2], bots[1] } end)
end)
bots_fault("shape", "lists bots that nobody can ask", function(game) game.choose = nil end)
bots_fault("choose", "has a bot that cheats", function(game) game.choose = function() return "cheat" end end)
bots_fault("choose", "has a bot that chooses an index", function(game)
  faults.after(game, "choose", function(action) return action and 1 end)
end)
bots_fault("choose", "accepts any name of a bot", function(game)
  faults.instead(game, "choose", function(before, s, _, time) return before(s, "first", time) end)
end)
bots_fault("choose", "accepts any time", function(game)
  faults.instead(game, "choose", function(before, s, name) return before(s, name) end)
end)
bots_fault("choose-equal", "has a bot that changes its mind", function(game)
  local calls = 0
  faults.instead(game, "choose", function(before, s, name, milliseconds)
    local action, problem = before(s, name, milliseconds)
    calls = calls + 1
    local legal = game.legal(s)
    return action and legal[calls % #legal + 1], problem
  end)
end)
bots_fault("clone-own", "has a bot that acts itself", function(game)
  faults.instead(game, "choose", function(before, s, ...)
    local action, problem = before(s, ...)
    if action then game.apply(s, action) end
    return action, problem
  end)
end)

return list
