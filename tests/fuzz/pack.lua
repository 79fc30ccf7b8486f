-- pack.lua: fuzz target. The input has the files of a pack: each begins with a line `@NAME`. The
-- pack is listed, and its first script is read.

local carcassonne = require "carcassonne"
local input_messages = require "spec.support.input_messages"

local FOLDER = "carcassonne/packs/fair/"
local PLACES = { "variant '", "pack '" }
local files

local function read(path)
  local text = files[path:match("^" .. FOLDER .. "(.*)$") or path]
  if text then return text end
  return nil, "there is no such file"
end

local limits = { memory = 1, printed = 100, instructions = 5000, source = 8, read = read }
local places = { read = read, list = function() return { "fair" } end }

return function(input)
  files = {}
  for name, text in ("\n" .. input):gmatch "\n@([^\n]*)\n?([^@]*)" do files[name] = text end
  local pack = carcassonne.packs(places)[1]
  if not pack then return end
  if pack.problem then return input_messages.check_place(pack.problem, PLACES) end
  local fine, message = pcall(carcassonne.variant, pack.scripts[1], nil, limits)
  if not fine then input_messages.check_place(message, PLACES) end
end
