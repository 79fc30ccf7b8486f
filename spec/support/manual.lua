--- Reads the project's documents: their sections, entries, code and links. For the specs.
--
-- An entry is a heading `### ` with a name between backquotes. The list items under it that begin
-- with a name between backquotes are its sub-entries.

local manual = {}

--- Returns the text of a document.
---@param path string
---@return string
function manual.read(path)
  local file = assert(io.open(path))
  local text = file:read "*a"
  file:close()
  return text
end

manual.blocks = require("carcassonne.cli.markdown").blocks

--- Returns a section: the text under a heading of the second level, up to the next one.
---@param text string
---@param title string
---@return string
function manual.section(text, title)
  local from = assert(text:find("\n## " .. title .. "\n", 1, true), "no section " .. title)
  return text:sub(from + 1, (text:find("\n## ", from + 1, true) or #text))
end

--- Returns the texts of a section's entries, by name.
---@param section string
---@return table<string, string>
function manual.entries(section)
  local entries, starts = {}, {}
  for from, name, to in section:gmatch "()\n### `([^`]+)`[^\n]*()" do
    starts[#starts + 1] = { from, name, to }
  end
  for i, start in ipairs(starts) do
    assert(not entries[start[2]], start[2] .. " has two entries")
    local after = starts[i + 1] and starts[i + 1][1] or #section + 1
    entries[start[2]] = section:sub(start[3], after - 1)
  end
  return entries
end

--- Returns the names between backquotes that begin list items.
---@param text string
---@return table<string, boolean>
function manual.items(text)
  local names = {}
  for first in text:gmatch "\n%- (`[^\n]*)" do
    for name in first:match "^([`%w_, ]+)":gmatch "`([%w_]+)`" do names[name] = true end
  end
  return names
end

--- Returns the names after `OWNER:` or `OWNER.` that begin the list items of a part of a document,
--- each up to its colon.
---@param text string
---@param title string the heading of the part, of the third level
---@param owner string
---@return table<string, boolean>
function manual.readers(text, title, owner)
  local part = assert(text:match("(\n### " .. title .. "\n.-)\n##"), "no part " .. title)
  local names = {}
  for item in part:gsub("\n  ", " "):gmatch "\n%- (`[^\n]-`): " do
    for name in item:gmatch("`" .. owner .. "[:.]([%w_]+)") do names[name] = true end
  end
  return names
end

--- Returns the local links of a document: the linked files, relative to the project's folder, and
--- the linked parts of them.
---@param text string
---@param path string the path of the document
---@return {file:string, part:string?}[]
function manual.links(text, path)
  local list, folder = {}, path:match "^(.*)/[^/]*$"
  for target in text:gmatch "%]%(([^)]+)%)" do
    if not target:match "^%a+:" then
      local file, part = target:match "^([^#]*)#?(.*)$"
      local whole = file == "" and path or (folder and folder .. "/" or "") .. file
      while whole:match "[^/]+/%.%./" do whole = whole:gsub("[^/]+/%.%./", "", 1) end
      list[#list + 1] = { file = whole, part = part ~= "" and part or nil }
    end
  end
  return list
end

--- Returns the names by which links refer to parts of a document.
---@param text string
---@return table<string, boolean>
function manual.anchors(text)
  local anchors = {}
  for heading in ("\n" .. text):gmatch "\n#+ ([^\n]*)" do
    anchors[(heading:lower():gsub("[^%w%s_-]", ""):gsub("%s", "-"))] = true
  end
  return anchors
end

return manual
