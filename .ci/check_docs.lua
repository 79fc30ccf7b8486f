-- check_docs.lua: names every public function, method and value that the reference does not have, and
-- every one that the reference has and the module has not. Wants the module built (csrc/make/env.sh build).

package.path = "csrc/make/?.lua;" .. package.path
local annotations = require "annotations"

local problems = {}
local function problem (...) problems[#problems + 1] = string.format(...) end

-- ---- What the annotations have ------------------------------------------------------------------

local documented = {} -- documented[module or class][name] = where

local function note (group, name, where)
  documented[group] = documented[group] or {}
  documented[group][name] = where
end

-- Each argument has its @param, in this order; what begins with _ needs none.
local function check_params (where, item)
  local want, have = {}, {}
  for _, arg in ipairs(item.args) do
    if not arg:match("^_") then want[#want + 1] = arg end
  end
  for _, p in ipairs(item.params) do
    if not p.name:match("^_") then have[#have + 1] = p.name end
    if p.type == "" then problem("%s: @param %s has no type", where, p.name) end
  end
  want, have = table.concat(want, ", "), table.concat(have, ", ")
  if want ~= have then problem("%s: takes (%s), but @param has (%s)", where, want, have) end
end

for _, path in ipairs(annotations.files("lua/carcassonne")) do
  local file = annotations.read(path)
  if file.doc == "" then problem("%s: the file begins without a sentence on what it is", path) end
  for _, item in ipairs(file.items) do
    if item.private then
      note(file.module, item.name, true)
    elseif annotations.is_public(file, item) then
      local where = ("%s:%d: %s"):format(path, item.line, item.name)
      local group = item.owner ~= file.owner and item.class and item.class.name:match("[%w_]+$") or file.module
      if item.kind == "function" then
        if not item.documented then
          problem("%s has no annotation above it", where)
        else
          if item.doc == "" then problem("%s: the annotation does not say what it does", where) end
          check_params(where, item)
          note(group, item.name, where)
        end
      elseif item.kind == "value" then
        if item.documented then note(group, item.name, where) end
      elseif item.kind == "class" then
        for _, field in ipairs(item.fields) do
          note(item.name:match("[%w_]+$"), field.name, where)
          if item.var and item.var == file.owner then note(file.module, field.name, where) end
        end
      end
    end
  end
end

-- ---- What the module has ----------------------------------------------------------------------------

-- Whether one of the groups has the name.
local function has (name, ...)
  for _, group in ipairs { ... } do
    if documented[group] and documented[group][name] then return true end
  end
  return false
end

local function compare (what, table_, ...)
  local names = {}
  for name in pairs(table_) do
    if type(name) == "string" and not name:match("^_") then names[#names + 1] = name end
  end
  table.sort(names)
  for _, name in ipairs(names) do
    if not has(name, ...) then problem("%s.%s is not documented", what, name) end
  end
end

local function missing_in (what, table_, group)
  for name, where in pairs(documented[group] or {}) do
    if table_[name] == nil then problem("%s: documented, but %s has no such name", where, what) end
  end
end

local loaded, core = pcall(require, "carcassonne.core")
if not loaded then
  problem("carcassonne.core does not load: %s", core)
else
  local functions = {}
  for name, value in pairs(core) do
    if name ~= "methods" then functions[name] = value end
  end
  compare("carcassonne.core", functions, "carcassonne.core")
  missing_in("carcassonne.core", core, "carcassonne.core")
end

local sys
loaded, sys = pcall(require, "carcassonne.sys")
if not loaded then
  problem("carcassonne.sys does not load: %s", sys)
else
  local functions = {}
  for name, value in pairs(sys) do
    if name ~= "methods" then functions[name] = value end
  end
  compare("carcassonne.sys", functions, "carcassonne.sys")
  missing_in("carcassonne.sys", sys, "carcassonne.sys")
  compare("OutputFile", sys.methods.OutputFile, "OutputFile")
end

local face
loaded, face = pcall(require, "carcassonne")
if not loaded then
  problem("carcassonne does not load: %s", face)
elseif type(face) == "table" then
  compare("carcassonne", face, "carcassonne", "carcassonne.core")
end

-- The methods after `require "carcassonne"`: the Lua side may have added some.
if type(core) == "table" and type(core.methods) == "table" then
  for class, methods in pairs(core.methods) do
    -- a class of either spelling: state, State
    local group = class
    for name in pairs(documented) do
      if name:lower() == class:lower() and name:match("^%u") then group = name end
    end
    compare(class, methods, group)
  end
elseif type(core) == "table" then
  io.stderr:write("check_docs: carcassonne.core has no table `methods`; methods are not compared\n")
end

for _, name in ipairs(annotations.PUBLIC_HEADERS) do
  for _, f in ipairs(annotations.read_header("csrc/include/" .. name).functions) do
    if not f.documented then problem("%s: %s has no comment above it or its group", name, f.name) end
  end
end

if #problems > 0 then
  print(table.concat(problems, "\n"))
  print(("%d things to document"):format(#problems))
  os.exit(1)
end
