--- Keeps functions uncompiled, so that their instructions are counted.
--
-- LuaJIT does not count instructions of compiled code. A function stays uncompiled, and so do the
-- functions defined in it, and the functions of the same file that it calls by a local name. Other
-- functions belong to the host and may be compiled. Other versions of Lua do not compile functions.
-- @module carcassonne.sandbox.no_jit

local no_jit = {}

local jit = rawget(_G, "jit")
local getinfo, getupvalue = debug.getinfo, debug.getupvalue
local left = setmetatable({}, { __mode = "k" }) -- functions that stay uncompiled

local function source_of(run) return getinfo(run, "S").source end

--- Keeps a function uncompiled.
---@param run function
---@usage require("carcassonne.sandbox.no_jit").leave(function() end)
function no_jit.leave(run)
  if not jit or left[run] then return end
  left[run] = true
  if not pcall(jit.off, run, true) then return end -- fails for a function in C
  for i = 1, 255 do
    local name, value = getupvalue(run, i)
    if not name then return end
    if type(value) == "function" and source_of(value) == source_of(run) then no_jit.leave(value) end
  end
end

return no_jit
