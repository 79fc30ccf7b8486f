-- site.lua pages DIR: writes the manuals, and the files that they link to, into DIR/site, and the
-- settings for mkdocs into DIR/mkdocs.yml. site.lua finish SITE VERSION: works on a site that
-- mkdocs built: makes the search work in pages that are read from files, writes the index of the
-- versions beside the site, and fails on a dead link.

package.path = "csrc/make/?.lua;" .. package.path
local chapters = require "chapters"
local text_of = require("annotations").text_of

local function lines_of(command)
  local pipe <close> = assert(io.popen(command))
  local list = {}
  for line in pipe:lines() do list[#list + 1] = line end
  return list
end

local function quoted(path) return "'" .. path:gsub("'", "'\\''") .. "'" end

local function write(path, text)
  assert(os.execute("mkdir -p " .. quoted(path:match "^(.*)/")))
  local file <close> = assert(io.open(path, "wb"))
  file:write(text)
end

-- Returns the target of a link in the file at `path`, without the steps `..`; nil if the link leads
-- out of the root.
local function target_of(path, link)
  local steps = {}
  for step in ((path:match "^(.*/)" or "") .. link):gmatch "[^/]+" do
    if step == ".." then
      if not table.remove(steps) then return nil end
    elseif step ~= "." then
      steps[#steps + 1] = step
    end
  end
  return table.concat(steps, "/")
end

local function escaped(text)
  return (text:gsub('[&<>"]', { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }))
end

local function html_page(title, body, head)
  return ([[
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width">%s<title>%s</title>
<style>:root { color-scheme: light dark } body { font-family: sans-serif } pre { overflow: auto }</style>
</head><body><h1>%s</h1>
%s
</body></html>
]]):format(head or "", title, title, body)
end

-- ---- Pages --------------------------------------------------------------------------------------

local function is_folder(path) return io.open(path .. "/.") ~= nil end
local function is_picture(path) return path:find "%.svg$" or path:find "%.png$" end

-- Returns a file of the project as a page: its text; for a folder, a list of its files.
local function source_page(path)
  local text = is_folder(path) and table.concat(lines_of("ls -p " .. quoted(path)), "\n") or text_of(path)
  return html_page(escaped(path), "<pre>" .. escaped(text) .. "</pre>")
end

-- Returns the relative path from the page at `path` to the page at `to`.
local function relative(path, to)
  local common = 0
  for slash in path:gmatch "()/" do
    if path:sub(1, slash) == to:sub(1, slash) then common = slash end
  end
  local up = path:sub(common + 1):gsub("[^/]*$", ""):gsub("[^/]+/", "../")
  return up .. to:sub(common + 1)
end

-- ---- Manuals ------------------------------------------------------------------------------------

local SETTINGS = "csrc/make/mkdocs.yml"

-- The manuals that have a page for each chapter and each entry.
local SPLIT = { "lua/doc/SCRIPTING.md", "lua/doc/COOKBOOK.md", "csrc/engine/DEFINITION.md" }

-- Returns a manual without the comments for the project's own tools.
local function manual_text(path) return (text_of(path):gsub("\n<!%-%-.-%-%->%f[\n]", "\n")) end

local split = {} -- manuals by path
for _, path in ipairs(SPLIT) do split[path] = chapters.split(path, manual_text(path)) end

-- Returns the link that the page at `at` has for a link in the manual at `path`. If the target is a
-- file that is not a manual, writes its page.
local function linked(out, path, at, link)
  local file, anchor = link:match "^([^#]*)#?(.*)$"
  local to = file == "" and path or target_of(path, file)
  if link:find "^%a+:" or not to or not io.open(to) then return link end
  local place = split[to] and split[to].place[anchor]
  if place then
    to, anchor = place.path, place.anchor or ""
  elseif is_picture(to) then
    write(out .. "/" .. to, text_of(to))
  elseif not to:find "%.md$" then
    write(("%s/%s.html"):format(out, to), source_page(to))
    to = to .. ".html"
  end
  return (to == at and anchor ~= "" and "" or relative(at, to)) .. (anchor ~= "" and "#" .. anchor or "")
end

-- Calls `change` with each part of a text outside of blocks of code.
local function outside_code(text, change)
  local parts, prose = {}, {}
  local fence
  local function flush()
    parts[#parts + 1] = change(table.concat(prose))
    prose = {}
  end
  for line in text:gmatch "[^\n]*\n?" do
    local mark = line:match "^%s*(```+)"
    if mark and not fence then
      flush()
      fence = mark
    end
    table.insert(fence and parts or prose, line)
    if mark and fence and parts[#parts - 1] and line:find "^%s*```+%s*$" then fence = nil end
  end
  flush()
  return table.concat(parts)
end

local function write_page(out, path, at, text)
  write(out .. "/" .. at, outside_code(text, function(prose)
    local function change(open, link) return open .. linked(out, path, at, link) end
    return (prose:gsub("(%]%()([^)%s]+)", change):gsub('(src=")([^"]+)', change))
  end))
end

-- Returns the chapter and the manual above a page, as links in the manual.
local function above(manual, page)
  local list = {}
  for _, one in ipairs { manual.pages[1], page.chapter } do
    list[#list + 1] = ("[%s](%s)"):format(one.title, one.anchor or manual.path:match "[^/]*$")
  end
  return table.concat(list, " › ") .. "\n\n"
end

-- Returns the entries of a chapter, as a list of links.
local function entry_list(page)
  local items = {}
  for i, entry in ipairs(page.entries) do
    local form = entry.text:match "\n%- form: ([^\n]*)"
    items[i] = ("- [%s](%s)%s"):format(entry.title, entry.anchor, form and ": " .. form or "")
  end
  return #items > 0 and "\n## Entries\n\n" .. table.concat(items, "\n") .. "\n" or ""
end

local function write_pages_of(out, manual)
  for i, page in ipairs(manual.pages) do
    local text = (i > 1 and above(manual, page) or "") .. page.text .. entry_list(page)
    write_page(out, manual.path, page.path, text)
  end
end

-- Returns the settings. The chapters of each manual follow its first page.
local function settings()
  return (text_of(SETTINGS):gsub("\n( *)%- ([%w_/]+%.md)%f[\n]", function(indent, path)
    if not split[path] then return nil end
    local lines = { ("\n%s- %q:"):format(indent, split[path].pages[1].title) }
    local function add(page) lines[#lines + 1] = ("%s    - %s"):format(indent, page.path) end
    add(split[path].pages[1])
    for _, chapter in ipairs(split[path].chapters) do add(chapter) end
    return table.concat(lines, "\n")
  end))
end

local function write_pages(folder)
  local out = folder .. "/site"
  for _, path in ipairs(lines_of("sed -n 's/^ *- \\(.*\\.md\\)$/\\1/p' " .. SETTINGS)) do
    if split[path] then
      write_pages_of(out, split[path])
    else
      write_page(out, path, path, manual_text(path))
    end
  end
  write(folder .. "/mkdocs.yml", settings())
end

-- ---- The site -----------------------------------------------------------------------------------

-- Writes the search index as a script: a page that is read from a disk may load scripts, but may
-- not fetch files.
local function write_search_index(site)
  write(site .. "/search/search_index.js", "search_index = " .. text_of(site .. "/search/search_index.json"))
end

local function write_versions(folder)
  local versions = lines_of(("cd %s && ls -d */ | tr -d / | sort -rV"):format(quoted(folder)))
  local items = {}
  for i, version in ipairs(versions) do
    items[i] = ('<li><a href="%s/index.html">%s</a>'):format(version, version)
  end
  local list = ("<ul>%s</ul>"):format(table.concat(items, "\n"))
  local refresh = ('<meta http-equiv="refresh" content="0; url=%s/index.html">'):format(versions[1])
  write(folder .. "/versions.html", html_page("carcassonne: versions of the manuals", list))
  write(folder .. "/index.html", html_page("carcassonne", list, refresh))
end

local function unescaped(link)
  link = link:gsub("&amp;", "&"):gsub("&lt;", "<"):gsub("&gt;", ">")
  return (link:gsub("%%(%x%x)", function(code) return string.char(tonumber(code, 16)) end))
end

-- Repairs the pages of ldoc: ldoc links to a class as `#Game`, but its anchor in the page of the
-- module is `Class_Game`. ldoc's pages have no width for narrow screens.
local function mend_reference(folder)
  for _, path in ipairs(lines_of(("find %s -name '*.html'"):format(quoted(folder)))) do
    local text = text_of(path):gsub("<head>", '%0<meta name="viewport" content="width=device-width">', 1)
    local module = path:match("[^/]*$"):gsub("%p", "%%%0")
    write(path, (text:gsub("(" .. module .. '#)(%u%w*)"', function(open, name)
      return text:find('"Class_' .. name .. '"', 1, true) and ('%sClass_%s"'):format(open, name)
    end)))
  end
end

-- Returns the ids of a page, for links into it.
local function anchors_of(text)
  local ids = {}
  for id in text:gmatch '%f[%w]id="([^"]*)"' do ids[id] = true end
  for id in text:gmatch '<a%s+name%s*=%s*"([^"]*)"' do ids[unescaped(id)] = true end
  return ids
end

-- Returns whether a page of the site, or a picture, has this path.
local function is_file(path) return path ~= nil and io.open(path) ~= nil and not is_folder(path) end

-- Returns messages for the links of all pages that are dead, and for everything that would be
-- loaded from the network.
local function problems(folder)
  local texts, anchors, list = {}, {}, {}
  for _, path in ipairs(lines_of(("cd %s && find * -name '*.html'"):format(quoted(folder)))) do
    texts[path] = text_of(folder .. "/" .. path)
    anchors[path] = anchors_of(texts[path])
  end
  for path, text in pairs(texts) do
    for tag, link in text:gmatch '<(%a+)[^>]-%s[hs]r[ec]f?="([^"]*)"' do
      local to, anchor = unescaped(link):match "^([^#?]*)%??[^#]*#?(.*)$"
      local file = to == "" and path or target_of(path, to)
      if link:find "^%a[%w+.-]*:" or link:find "^//" then
        if tag ~= "a" and not link:find "^data:" then
          list[#list + 1] = ("%s: loads %s from elsewhere"):format(path, link)
        end
      elseif not texts[file] and not is_file(file and folder .. "/" .. file) then
        list[#list + 1] = ("%s: links to %s, which does not exist"):format(path, link)
      elseif anchor ~= "" and anchors[file] and not anchors[file][anchor] then
        list[#list + 1] = ("%s: links to %s, but the page has no such anchor"):format(path, link)
      end
    end
  end
  table.sort(list)
  return list
end

local function finish(folder, version)
  write_search_index(folder .. "/" .. version)
  mend_reference(folder .. "/" .. version .. "/reference")
  write_versions(folder)
  local wrong = problems(folder)
  if #wrong == 0 then return end
  io.stderr:write(table.concat(wrong, "\n"), "\n")
  os.exit(1)
end

local commands = { pages = write_pages, finish = finish }
assert(commands[arg[1]], "site.lua pages DIR, or finish FOLDER VERSION")(arg[2], arg[3])
