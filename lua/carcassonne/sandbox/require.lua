--- `require` of a script: each file is read once, with the globals of its script. Circular requires
--- are refused with the list of files.
-- @module carcassonne.sandbox.require

local compat = require "carcassonne.base.compat"

local script_require = {}

-- A sandbox removes these functions before it runs its script.
local load, getinfo = compat.basic.load, debug.getinfo

local function is_running(run)
  for level = 2, math.huge do
    local info = getinfo(level, "f")
    if not info then return false end
    if info.func == run then return true end
  end
end

-- Returns the files that are being read, the outermost first. Removes files that failed with an
-- error that the script has caught.
local function still_open(open)
  while #open > 0 and not is_running(open[#open].run) do open[#open] = nil end
  return open
end

-- Returns the line that calls require; for a tail call, only the file.
local function place_of(open)
  local sources = {}
  for _, one in ipairs(still_open(open)) do sources[one.source] = true end
  local info = getinfo(3, "Sl")
  if info and sources[info.source] and info.currentline > 0 then
    return ("%s:%d: "):format(info.short_src, info.currentline)
  end
  return #open > 0 and open[#open].short_source .. ": " or ""
end

-- Returns the circle from a file back to itself: "a requires b, which requires a"; nil if the file
-- is not being read.
local function circle(open, name)
  local way
  for _, one in ipairs(still_open(open)) do
    if one.name == name then way = {} end
    if way then way[#way + 1] = one.name end
  end
  if not way then return nil end
  way[#way + 1] = name
  return way[1] .. " requires " .. table.concat(way, ", which requires ", 2)
end

--- Adds the function `require` to the globals of a script. `find` returns the code of a file and
--- its path (nil for a shipped module), or nil and a message.
---@param env table the globals of the script
---@param find fun(name:string):string?, string?
---@return fun(name:string, chunk:function):any run runs the script itself under its name for `require`
function script_require.lend(env, find)
  local kept, open = {}, {}

  local function run(name, chunk)
    local function reading()
      local result = chunk(name)
      return result -- not a tail call, because this function must stay on the stack
    end
    local info = getinfo(chunk, "S")
    open[#open + 1] = { name = name, run = reading, source = info.source, short_source = info.short_src }
    local result = reading()
    open[#open] = nil
    return result
  end

  function env.require(name)
    if type(name) ~= "string" then
      error(place_of(open) .. "require: expected the name of a file, got " .. type(name), 0)
    end
    if kept[name] ~= nil then return kept[name] end
    local way = circle(open, name)
    if way then error(("%srequire '%s': the files require each other in a circle: "
      .. "%s"):format(place_of(open), name, way), 0) end
    local code, place = find(name)
    if not code then error(("%srequire '%s': %s"):format(place_of(open), name, place), 0) end
    local chunk, problem = load(code, "@" .. (place or name), place and "t" or "b", env)
    if not chunk then error(problem, 0) end
    local result = run(name, chunk)
    if result == nil then result = true end
    kept[name] = result
    return result
  end

  return run
end

return script_require
