--- Reads the reference entries of lua/doc/SCRIPTING.md: headings of the third level with a word in
--- code font, and the list of facts below each. Writes the generated fact.

local markdown = require "carcassonne.cli.markdown"

local entries = {}

-- The group of the words of a section or, for those with a suffix in parentheses, of the suffix.
local GROUPS = { ["Keys of a variant"] = "variant", Hooks = "hooks", key = "selector", timing = "timings",
  offer = "offers", verb = "verbs", offering = "verbs" }

-- Calls `visit` with the entry of each line, the line, and its number; outside of entries with nil.
local function each_line(text, visit)
  local entry, section, number, fenced = nil, nil, 0, false
  for line in text:gmatch "([^\n]*)\n" do
    number = number + 1
    if line:find "^```" then fenced = not fenced end
    local signs, title = line:match "^(##+) (.*)$"
    if signs and not fenced then
      local name, suffix = title:match "^`([%w_]+)` ?%(?(%a*)%)?$"
      local group = GROUPS[suffix] or GROUPS[section]
      entry = #signs == 3 and name and group and { name = name, group = group, title = title, facts = {} }
        or nil
      if #signs == 2 then section = title end
    end
    visit(entry, line, number)
  end
end

-- Returns the name and text of a fact that begins in this line.
local function fact_in(line) return line:match "^%- ([%l ]+): (.*)$" end

--- Returns the entries in order: { name, group, title, facts, code }. `facts` has the texts of
--- the list by their names, `code` is the first example.
---@param text string of the manual
---@return table[]
function entries.read(text)
  local list, by_title, fact = {}, {}, nil
  each_line(text, function(entry, line)
    if entry and not by_title[entry.title] then
      list[#list + 1], by_title[entry.title] = entry, entry
      fact = nil
    end
    if not entry or entry.is_read then return end
    local name, value = fact_in(line)
    if name then
      fact, entry.facts[name] = name, value
    elseif fact and line:find "^  %S" then
      entry.facts[fact] = entry.facts[fact] .. line:sub(2)
    else
      entry.is_read = fact ~= nil
    end
  end)
  for _, block in ipairs(markdown.blocks(text, "lua")) do
    local entry = by_title[block.heading]
    if entry and not entry.code then entry.code = block.code end
  end
  return list
end

--- Returns the text with a fact at the end of the list of each entry.
---@param text string of the manual
---@param name string
---@param value_of fun(entry:table):string|nil
---@return string
function entries.with_fact(text, name, value_of)
  local lines, last, seen = {}, nil, nil
  local function add(line) lines[#lines + 1] = line end
  each_line(text, function(entry, line)
    if entry ~= seen then seen, last = entry, nil end
    local fact = entry and last ~= "done" and fact_in(line)
    local goes_on = last and last ~= "done" and line:find "^  %S"
    if fact then
      last = fact
    elseif last and last ~= "done" and not goes_on then
      add(("- %s: %s"):format(name, value_of(entry)))
      last = "done"
    end
    if (fact or goes_on and last) ~= name then add(line) end
  end)
  return table.concat(lines, "\n") .. "\n"
end

return entries
