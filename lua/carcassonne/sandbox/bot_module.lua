--- Checks what the file of a bot returns, in the host's Lua state and in a sandbox.
-- @module carcassonne.sandbox.bot_module

local options = require "carcassonne.base.options"

local bot_module = {}

--- The methods of a bot that hosts call.
bot_module.METHODS = { "choose", "rate", "explain" }

--- Returns the module of a file, which may be a single bot. Raises an error for any other result.
---@param where string prefix of messages
---@param result any what the file has returned
---@return BotModule
function bot_module.check(where, result)
  if type(result) == "table" and type(result.new) == "function" then return result end
  if type(result) == "table" and type(result.choose) == "function" then
    return { new = function() return result end }
  end
  options.refuse(where,
    "expected a table with a function new(seed, options), or a method choose(self, state, count), got " ..
    options.show(result))
end

--- Raises an error unless a value is a bot.
---@param where string prefix of messages
---@param bot any
---@return Bot
function bot_module.check_bot(where, bot)
  if type(bot) == "table" and type(bot.choose) == "function" then return bot end
  options.refuse(where, "expected a table with a method choose(self, state, count), got " ..
    (type(bot) == "table" and "a table without that method" or options.show(bot)))
end

return bot_module
