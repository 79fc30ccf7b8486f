--- Writes the default of a key of carcassonne-api.json as a phrase.

-- Defaults that need no phrase.
local PLAIN = { ["false"] = true, none = true, ["no condition"] = true }

--- Returns a phrase such as "50 by default" or "by default those of its role"; nil if the default
--- needs no phrase, or if the description of the key states it.
---@param key table
---@return string|nil
return function(key)
  local default = key.default
  if not default or PLAIN[default] then return nil end
  local sentence = key.says:lower()
  local function says(form) return sentence:find(form:format(default:lower()), 1, true) ~= nil end
  if says "%s by default" or says "by default %s" or says "default is %s" then return nil end
  if default:find "^required" then return default end
  return default:find " " and "by default " .. default or default .. " by default"
end
