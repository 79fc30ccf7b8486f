--- Parses the files and the options of bots.
-- @module carcassonne.bots.spec_parser

local bot_module = require "carcassonne.sandbox.bot_module"
local c_locale = require "carcassonne.base.c_locale"
local options = require "carcassonne.base.options"

local spec_parser = {}

--- Loads a module of bots from a file. The file returns a module or a single bot, and runs without
--- a sandbox.
---@param path string
---@return BotModule
function spec_parser.file(path)
  local where = ("bot '%s'"):format(path)
  local chunk, problem = loadfile(path)
  if not chunk then options.refuse(where, tostring(problem)) end
  local fine, module = pcall(chunk)
  if not fine then options.refuse(where, tostring(module)) end
  return bot_module.check(where, module)
end

--- Splits `NAME:KEY=VALUE,...` into the name and the rest.
---@param text string
---@return string name
---@return string? words
function spec_parser.split(text)
  if type(text) ~= "string" then options.refuse("bot", "expected a name, got " .. options.show(text)) end
  local name, words = text:match "^(.-):(.*)$"
  return name or text, words
end

-- Returns the options of a module, as a list and by name.
local function declared(module)
  local by_name = {}
  for _, option in ipairs(module.options or {}) do by_name[option.name] = option end
  return by_name
end

--- Parses the options of a bot.
---@param name string name of the bot
---@param module BotModule
---@param words? string `KEY=VALUE,KEY=VALUE`
---@return table<string, any>
function spec_parser.words(name, module, words)
  local chosen, by_name = {}, declared(module)
  for word in (words or ""):gmatch "[^,]+" do
    local key, value = word:match "^%s*([%a_][%w_]*)=(.-)%s*$"
    if not key then options.refuse(("bot '%s'"):format(name), ("'%s' is not KEY=VALUE"):format(word)) end
    chosen[key] = options.value_of(value, by_name[key] and by_name[key].type)
  end
  return chosen
end

local function check_range(where, option, value)
  if type(value) ~= "number" then return end
  local least, most = option.min or -math.huge, option.max or math.huge
  if value >= least and value <= most then return end
  options.refuse(where, most == math.huge and c_locale.format("expected at least %g, got %g", least, value)
    or c_locale.format("expected a number from %g to %g, got %g", least, most, value))
end

--- Checks options and adds defaults.
---@param name string name of the bot
---@param module BotModule
---@param given table<string, any>
---@return table<string, any>
function spec_parser.options(name, module, given)
  local where, shape, all = ("bot '%s'"):format(c_locale.tostring(name)), {}, {}
  for _, option in ipairs(module.options or {}) do
    shape[option.name], all[option.name] = option.type, option.usual
  end
  if type(given) ~= "table" then options.check_type(where, given, "table") end
  given = options.alike(given)
  if next(given) ~= nil and next(shape) == nil then options.refuse(where, "this bot has no options") end
  options.check(where, given, shape)
  for key, option in pairs(declared(module)) do
    if given[key] ~= nil then
      check_range(("%s: %s"):format(where, key), option, given[key])
      all[key] = given[key]
    end
  end
  return all
end

return spec_parser
