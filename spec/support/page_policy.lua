--- The content security policy of an HTML page: the hashes that it lists, and the hashes that the
--- page needs. For the specs.

local files = require "spec.support.files"

local page_policy = {}

local DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

-- Converts hexadecimal bytes to base64.
local function base64(hex)
  local parts = {}
  for six in (hex .. ("0"):rep(-#hex % 6)):gmatch "......" do
    local value = tonumber(six, 16)
    for place = 3, 0, -1 do
      local digit = math.floor(value / 64 ^ place) % 64 + 1
      parts[#parts + 1] = DIGITS:sub(digit, digit)
    end
  end
  local missing = -(#hex / 2) % 3
  return table.concat(parts, "", 1, #parts - missing) .. ("="):rep(missing)
end

local function sha256(text)
  return files.with(text, function(path)
    local pipe = io.popen(("sha256sum '%s'"):format(path))
    local hex = pipe:read "*a":match "^%x+"
    pipe:close()
    return "sha256-" .. base64(hex)
  end)
end

--- Returns the policy of a page, by directive.
---@param page string
---@return table<string, string>
function page_policy.of(page)
  local directives = {}
  for name, value in page:match '<meta http%-equiv="Content%-Security%-Policy" content="([^"]*)">'
    :gmatch "([%a-]+) '([^;]*)'" do
    directives[name] = value
  end
  return directives
end

--- Returns the policy that a page needs, which allows only its own style and its own program.
---@param page string
---@return table<string, string>
function page_policy.needed(page)
  local needed = { ["default-src"] = "none", ["base-uri"] = "none", ["form-action"] = "none",
    ["style-src"] = sha256(page:match "<style>(.-)</style>") }
  local program = page:match "<script>(.-)</script>"
  if program then needed["script-src"] = sha256(program) end
  return needed
end

--- Adds a program to a page, and allows it in the policy.
---@param page string
---@param program string the JavaScript
---@return string
function page_policy.with_program(page, program)
  local allowed = page:gsub("script%-src ", "script-src 'nonce-spec' ", 1)
  return (allowed:gsub("</body>",
    function() return '<script nonce="spec">' .. program .. "</script></body>" end))
end

return page_policy
