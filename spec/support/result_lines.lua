--- Changes lines of a file of results so that each line is still valid. For the specs.

local json = require "dkjson"
local kept = require "carcassonne.lab.results_file"

local result_lines = {}

--- Changes each line of a text, and gives the line a new digest.
---@param text string
---@param change fun(value:table) changes a head or a block
---@return string
function result_lines.edited(text, change)
  return (text:gsub("[^\n]+\n", function(line)
    local value = json.decode((line:gsub(',"digest":"%x+"}\n$', "}")))
    change(value)
    return kept.line(value)
  end))
end

return result_lines
