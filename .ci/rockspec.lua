-- rockspec.lua write|check: the rock lists each of its files; this keeps the lists as the folders are.

local PATH = "rockspec/carcassonne-scm-1.rockspec"

local function list (pattern)
  local p <close> = assert(io.popen("find " .. pattern .. " | LC_ALL=C sort"))
  local files = {}
  for path in p:lines() do files[#files + 1] = path end
  return files
end

local lines = { "    -- these lists are made by `make rockspec`", '    ["carcassonne.core"] = {', "      sources = {" }
for _, path in ipairs(list("csrc/engine csrc/binding -name '*.c'")) do
  lines[#lines + 1] = ('        "%s",'):format(path)
end
lines[#lines + 1] = "      },"
lines[#lines + 1] = '      incdirs = { "csrc/engine", "csrc/binding" },'
lines[#lines + 1] = "    },"
-- what editors read (meta) stays out: it is no module
for _, path in ipairs(list("lua/carcassonne -name '*.lua' -not -path '*/meta/*'")) do
  local name = path:gsub("^lua/", ""):gsub("%.lua$", ""):gsub("/init$", ""):gsub("/", ".")
  lines[#lines + 1] = ('    ["%s"] = "%s",'):format(name, path)
end

local file = assert(io.open(PATH))
local text = file:read("a")
file:close()
local before, after = text:match("^(.-\n  modules = {\n).-(  },\n  install = .*)$")
assert(before, PATH .. ": no list of modules found")
local new = before .. table.concat(lines, "\n") .. "\n" .. after

if arg[1] == "write" then
  local f <close> = assert(io.open(PATH, "w"))
  f:write(new)
elseif new ~= text then
  print(PATH .. " does not list the files that are there; `make rockspec` puts it right")
  os.exit(1)
end
