--- Library functions that run in the C locale, whatever locale the host has set.
--
-- Other locales change the order of strings, the decimal point and the letters. The output of this
-- library must not depend on the locale, so its modules call these functions. Compare strings with
-- `<` only in the function passed to `sort`.
-- @module carcassonne.base.c_locale

-- Without the core, screens use the host's locale.
local has_core, core = pcall(require, "carcassonne.core")
local c_locale = {}

-- LuaJIT's libraries ignore the locale.
local can_change = has_core and not rawget(_G, "jit")

--- Returns a new function that calls `run` in the C locale. `run` must not yield.
---@param run function
---@return function
function c_locale.of(run)
  if can_change then return core.in_c_locale(run) end
  return function(...) return run(...) end
end

--- `table.sort`: compares strings by bytes, also inside `less`.
---@type fun(list:any[], less?:fun(a:any, b:any):boolean)
---@usage local list = { "b", "a-c", "ab", "B" }
--- require("carcassonne.base.c_locale").sort(list)
--- assert(table.concat(list, " ") == "B a-c ab b")
c_locale.sort = c_locale.of(table.sort)

--- `string.format`: numbers with a decimal point.
---@type fun(pattern:string, ...:any):string
---@usage assert(require("carcassonne.base.c_locale").format("%.1f", 0.5) == "0.5")
c_locale.format = c_locale.of(string.format)

--- `tostring`: numbers with a decimal point.
---@type fun(value:any):string
c_locale.tostring = c_locale.of(tostring)

--- `tonumber`: numbers with a decimal point.
---@type fun(value:any, base?:integer):number?
c_locale.tonumber = c_locale.of(tonumber)

--- `string.upper`: changes only ASCII letters.
---@type fun(text:string):string
---@usage assert(require("carcassonne.base.c_locale").upper "inn é" == "INN é")
c_locale.upper = c_locale.of(string.upper)

--- `string.lower`: changes only ASCII letters.
---@type fun(text:string):string
c_locale.lower = c_locale.of(string.lower)

--- `string.find`: character classes contain only ASCII characters.
---@type fun(text:string, pattern:string, from?:integer, plain?:boolean):integer?, integer?, ...
---@usage assert(not require("carcassonne.base.c_locale").find("ß", "[%a%c]"))
c_locale.find = c_locale.of(string.find)

--- `string.gsub`: character classes contain only ASCII characters.
---@type fun(text:string, pattern:string, by:any, most?:integer):string, integer
c_locale.gsub = c_locale.of(string.gsub)

return c_locale
