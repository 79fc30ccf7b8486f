--- Finds the words in the contents of lua/doc/carcassonne-api.json.

local GROUPS = { "game", "variant", "hooks", "timings", "offers", "verbs", "rules" }

--- Returns the words of all groups by GROUP.NAME, and the keys of tables by TABLE.NAME.
---@param api table the contents of the file
---@return table<string, table>
return function(api)
  local words = {}
  local function add(group, list)
    for _, word in ipairs(list or {}) do words[group .. "." .. word.name] = word end
  end
  for _, group in ipairs(GROUPS) do add(group, api[group]) end
  for _, one in ipairs(api.tables or {}) do add(one.name, one.keys) end
  return words
end
