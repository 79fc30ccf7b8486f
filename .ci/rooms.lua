-- rooms.lua OBJECTS: checks the rooms of the engine and of the Lua modules in C. A file includes
-- and calls only files of its own room and of the rooms below it. Neither files nor rooms depend on
-- each other in a cycle. A .c and its .h count as one file; its includes and the undefined symbols
-- of its object count as dependencies. If a room has a prefix, its names begin with the prefix, and
-- the names of other rooms do not. An index of functions names the file that defines each. Prints
-- each violation with the names involved; prints nothing and exits with 0 if there is none.

local checking = dofile "./.ci/checking.lua"
local add_link, complain, exists, lines_of = checking.add_link, checking.complain, checking.exists,
  checking.lines_of

-- One folder for each room, from the lowest to the highest, without subfolders. `uses`: if present,
-- patterns of the only other rooms that the room may use. `prefix`: the prefix of its external
-- names, except public ones.
local ROOMS = {
  { folder = "csrc/engine/util", prefix = "carcU_" },
  { folder = "csrc/engine/model", prefix = "carcM_" },
  { folder = "csrc/engine/parser", prefix = "carcP_" },
  { folder = "csrc/engine/board", prefix = "carcB_" },
  { folder = "csrc/engine/query", prefix = "carcQ_" },
  { folder = "csrc/engine/effect", prefix = "carcE_" },
  { folder = "csrc/engine/score", prefix = "carcS_" },
  { folder = "csrc/engine/turn", prefix = "carcT_" },
  { folder = "csrc/engine/game", prefix = "carcG_" },
  { folder = "csrc/engine/search", prefix = "carcX_" },
  { folder = "csrc/engine/space", prefix = "carcN_" },
  { folder = "csrc/lua/compat", prefix = "carcL_", uses = {} },
  { folder = "csrc/lua/sandbox", prefix = "carcL_", uses = { "^csrc/lua/compat$", "^csrc/engine/" } },
  { folder = "csrc/lua", prefix = "carcL_" },
  -- the highest room, so that the module for hosts does not contain it
  { folder = "csrc/lua/sys", prefix = "carcL_", uses = { "^csrc/lua/compat$", "^csrc/engine/util$" } },
  { folder = "csrc/embed", prefix = "carcL_" },
}
-- Search path of #include after the folder of the file.
local ROOTS = { "csrc/engine", "csrc/lua", "csrc/embed" }
-- Indexes: after a comment with the name of a file, X(class, name) stands for the file's function
-- carcL_class_name.
local INDEXES = { "csrc/lua/module.c", "csrc/lua/sys/module.c" }
local INDEX_FOLDER = "csrc/lua"
local PUBLIC_FOLDER = "csrc/include"
local PUBLIC_HEADERS = { "csrc/include/*.h", "csrc/embed/carcassonne_*.h" }
local objects = arg[1] or "build/obj/lint-gcc"

local room_of_folder, height, prefixes = {}, {}, {}
for i, room in ipairs(ROOMS) do
  room_of_folder[room.folder], height[room.folder] = room, i
  if room.prefix then prefixes[room.prefix] = true end
end

-- The room of a file is its folder.
local function room_of(file) return file:match "^(.*)/[^/]*$" end
local function unit_of(file) return (file:gsub("%.[ch]$", "")) end

-- Returns the file that an #include finds, or nil.
local function find_included(file, included)
  local path = room_of(file) .. "/" .. included
  if exists(path) then return path end
  for _, root in ipairs(ROOTS) do
    path = root .. "/" .. included
    if exists(path) then return path end
  end
end

local function add_includes(links)
  for file in lines_of "find csrc -name '*.[ch]' -o -name '*.def' | LC_ALL=C sort" do
    local lines = 0
    if not height[room_of(file)] and room_of(file) ~= PUBLIC_FOLDER then
      complain("%s is in none of the rooms", file)
    end
    for line in io.lines(file) do
      lines = lines + 1
      local included = line:match '^%s*#%s*include%s+"([^"]+)"'
      local path = included and find_included(file, included)
      if path then
        add_link(links, unit_of(file), unit_of(path), "#include in " .. file)
      elseif included and not exists(PUBLIC_FOLDER .. "/" .. included) then
        complain("%s includes %s, which is neither in a room nor in %s", file, included, PUBLIC_FOLDER)
      end
    end
    if not file:find "%.def$" then checking.check_length(file, lines) end
  end
end

local public = {}
for _, headers in ipairs(PUBLIC_HEADERS) do
  for word in lines_of("grep -oh '[a-z]*_[a-z0-9_]* *(' " .. headers) do
    public[word:match "^[%w_]+"] = true
  end
end

local function check_prefix(unit, name)
  local room, prefix = room_of_folder[room_of(unit)], name:match "^carc%u_"
  if prefix and prefixes[prefix] and prefix ~= room.prefix then
    complain("%s defines %s, whose prefix belongs to another room", unit, name)
  elseif room.prefix and prefix ~= room.prefix and not public[name] then
    complain("%s defines %s, which no public header declares and which does not begin with %s", unit, name,
      room.prefix)
  end
end

-- Checks that the object of the file named in an index defines its functions.
local function check_index(index, defined)
  for c_file, group in checking.text_of(index):gmatch "/%* ([%w_/]+%.c) %*/([^/]*)" do
    local unit = ("%s/%s"):format(INDEX_FOLDER, unit_of(c_file))
    for class, short_name in group:gmatch "X%(([%w_]+), ([%w_]+)%)" do
      local name = ("carcL_%s_%s"):format(class, short_name)
      if defined[name] ~= unit then
        complain("%s: %s is not in %s, but in %s", index, name, unit, defined[name] or "no file")
      end
    end
  end
end

local function add_calls(links)
  local defined, wanted = {}, {}
  for object in lines_of(("find %s/csrc -name '*.o' | LC_ALL=C sort"):format(objects)) do
    local unit = object:sub(#objects + 2, -3)
    local is_stale = not exists(unit .. ".c") -- the object of a removed file may remain
    for line in lines_of(is_stale and "true" or "nm " .. object) do
      local kind, name = line:match "(%a) ([%w_]+)$"
      if kind == "U" then
        table.insert(wanted, { unit, name })
      elseif kind and kind:match "%u" then
        check_prefix(unit, name)
        defined[name] = unit
      end
    end
  end
  assert(next(defined), "there are no objects in " .. objects)
  for _, index in ipairs(INDEXES) do check_index(index, defined) end
  for _, want in ipairs(wanted) do
    if defined[want[2]] then add_link(links, want[1], defined[want[2]], want[2]) end
  end
end

-- Returns why a room may not use another room, or nil.
local function fault_between(from, to)
  if from == to then return nil end
  if height[to] > height[from] then return "reaches up to" end
  local uses = room_of_folder[from].uses
  for _, pattern in ipairs(uses or { "" }) do
    if to:match(pattern) then return nil end
  end
  return "may not need"
end

local links = {}
add_includes(links)
add_calls(links)
checking.each_link(links, function(from, to, names)
  local known = height[room_of(from)] and height[room_of(to)]
  local fault = known and fault_between(room_of(from), room_of(to))
  if fault then complain("%s %s %s: %s", from, fault, to, names) end
end)
checking.check_circles(links, room_of, "rooms")
os.exit(checking.wrong == 0)
