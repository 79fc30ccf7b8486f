-- chapters.lua: splits a long manual into pages for the site, one for each chapter (`##`) and one
-- for each entry (a `###` heading that is a word in code font), and finds the page of each heading.

local chapters = {}

-- Returns the anchor of a heading, as GitHub and mkdocs write it.
local function slug_of(title)
  return (title:lower():gsub("[^%w%s_-]", ""):gsub("%s", "-"))
end

-- Calls `visit` with each line. If the line is a heading outside of code, also passes its level and
-- title.
local function each_line(text, visit)
  local fence
  for line in text:gmatch "([^\n]*)\n" do
    local mark = line:match "^%s*(```+)"
    if mark then fence = not fence and mark or mark ~= fence and fence or nil end
    local signs, title = line:match "^(#+) +(.*)$"
    visit(line, not fence and signs and #signs or nil, title)
  end
end

local function add_page(manual, level, title, chapter)
  local slug = slug_of(title)
  local page = { path = manual.folder .. "/" .. slug .. ".md", title = title, chapter = chapter,
    anchor = "#" .. slug, lines = { "# " .. title }, entries = {}, rise = level - 1 }
  table.insert(chapter and chapter.entries or manual.chapters, page)
  table.insert(manual.pages, page)
  manual.place[slug] = { path = page.path }
  return page
end

--- Splits a manual into `pages`, the first with the text before all chapters. A page has a `path`,
--- a `title`, its `anchor` in the manual, a `text`, its `entries`, and the `chapter` of an entry.
--- `place` has the {path=, anchor=} of each heading by its anchor in the manual.
---@param path string of the manual, from the root of the project
---@param text string
---@return table manual {path=, pages=, chapters=, place=}
function chapters.split(path, text)
  local manual = { path = path, folder = path:gsub("%.md$", ""), chapters = {}, place = {} }
  local first = { path = path, title = text:match "^# ([^\n]*)", lines = {}, entries = {}, rise = 0 }
  local page = first
  manual.pages = { first }
  each_line(text, function(line, level, title)
    if level == 2 then
      page = add_page(manual, level, title)
      return
    elseif level == 3 and title:find "^`" then
      page = add_page(manual, level, title, page.chapter or page)
      return
    elseif level == 3 then
      page = page.chapter or page
    end
    if level then
      line = ("#"):rep(level - page.rise) .. " " .. title
      manual.place[slug_of(title)] = { path = page.path, anchor = page ~= first and slug_of(title) }
    end
    page.lines[#page.lines + 1] = line
  end)
  for _, one in ipairs(manual.pages) do one.text = table.concat(one.lines, "\n") .. "\n" end
  return manual
end

return chapters
