--- Functions of Lua's libraries as they are in the C locale, whatever locale the host has set.
--
-- In another locale Lua sorts strings as a dictionary does, writes and reads numbers with a decimal
-- comma, and has other letters. What the module writes must be the same everywhere, so it calls
-- these. Strings are compared with `<` in the function given to `sort` alone.
-- @module carcassonne.base.c_locale

-- a screen does without it, in the locale that its host has
local has_core, core = pcall(require, "carcassonne.core")
local c_locale = {}

-- LuaJIT's own libraries know no locale.
local can_change = has_core and not rawget(_G, "jit")

--- A function that does the same in the C locale; never the function itself. It must not yield.
---@param run function
---@return function
function c_locale.of(run)
  if can_change then return core.in_c_locale(run) end
  return function(...) return run(...) end
end

--- `table.sort`: strings by their bytes, those that `less` compares, too.
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

--- `string.upper`: of the letters of ASCII.
---@type fun(text:string):string
---@usage assert(require("carcassonne.base.c_locale").upper "inn é" == "INN é")
c_locale.upper = c_locale.of(string.upper)

--- `string.lower`: of the letters of ASCII.
---@type fun(text:string):string
c_locale.lower = c_locale.of(string.lower)

--- `string.find`: classes of characters have those of ASCII alone.
---@type fun(text:string, pattern:string, from?:integer, plain?:boolean):integer?, integer?, ...
---@usage assert(not require("carcassonne.base.c_locale").find("ß", "[%a%c]"))
c_locale.find = c_locale.of(string.find)

--- `string.gsub`: classes of characters have those of ASCII alone.
---@type fun(text:string, pattern:string, by:any, most?:integer):string, integer
c_locale.gsub = c_locale.of(string.gsub)

return c_locale
