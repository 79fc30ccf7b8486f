-- prose.lua [count] [FOLDER]: finds phrases that readers had to read twice, and comments that are
-- too wide, in the texts of the project. With `count` it prints the number of each instead.

local checking = dofile ".ci/checking.lua"

local MAX_COMMENT = 100

-- Returns a test for one of several patterns.
local function any(...)
  local patterns = { ... }
  return function(line)
    for _, pattern in ipairs(patterns) do
      if line:find(pattern) then return true end
    end
  end
end

-- Words after "is no" or "are no" that belong to idioms: "there is no longer".
local IDIOMS = { more = true, longer = true, less = true, fewer = true, later = true, further = true }

local function is_no(line)
  for before, after in line:gmatch "(%w*)%W+[ia][sr]e? no (%w+)" do
    if not before:find "there$" and not IDIOMS[after] then return true end
  end
end

-- Each phrase: its name, a test for a line in lower case, and the words to use instead.
local PHRASES = {
  { "is no X", is_no, "is not a, is not" },
  { "behind", any "%f[%w]behind%f[%W]", "after" },
  { "tell", any("%f[%w_]tells?%f[^%w_]", "%f[%w_]told%f[^%w_]", "%f[%w_]telling%f[^%w_]"),
    "report, say, distinguish" },
  { "for who", any("%f[%w]for who %l", "%f[%w]of who %l", "%f[%w]by who %l", "%f[%w]to who %l"),
    "the player who, whoever" },
  { "unless said", any("unless said", "unless it is said", "unless told"), "by default" },
  { "anew", any("%f[%w]anew%f[%W]", "%f[%w]once more%f[%W]"), "again" },
  { "come along", any "%f[%w]comes? along", "is included" },
  { "the same", any "^%W*the same%.?%W*$", "the sentence itself" },
}

-- Files whose texts do not belong to the project, or that quote the phrases.
local EXCEPT = any("^LICENSE$", "^spec/fixtures/", "^spec/GLOSSARY%.md$", "^%.ci/prose%.lua$", "%.svg$")

-- Uses that are allowed: the file as a pattern, the text, and the reason.
local KEPT = {
  { "examples/catch%-up%.lua", "behind", "an option of the script" },
  { "lab/sweep_ranges%.lua", "behind", "a field of the report: the distance to the best value" },
  { "spec/programs/pictures_spec%.lua", "behind", "a place" },
  { "doc/CHANGELOG%.md", "`", "names as they were" },
  { "tests/test_definition%.c", "behind", "a word that is refused" },
  { "examples/lua_host%.c", "cc examples/lua_host.c", "a command on one line" },
  { "examples/full_host%.c", "cc examples/full_host.c", "a command on one line" },
  { "meta/grammar%.lua", "---", "generated: LuaLS reads an annotation from one line" },
}

local function is_kept(path, line)
  for _, one in ipairs(KEPT) do
    if path:find(one[1]) and line:find(one[2], 1, true) then return true end
  end
  return false
end

-- Tests whether a line is a comment, by the file's extension. An annotation of LuaLS must be one
-- line.
local COMMENT = {
  lua = function(line) return line:find "^%s*%-%-[^%[]" and not line:find "^%s*%-%-%-[@|]" end,
  c = function(line) return (line:find "^%s*/?%*" or line:find "/%*.*%*/$") and not line:find "\\$" end,
  sh = any "^%s*# ",
}
COMMENT.h, COMMENT.mk = COMMENT.c, COMMENT.sh

local function is_wide_comment(path, line)
  local is_comment = COMMENT[path:match "%.(%w+)$" or "sh"]
  return #line > MAX_COMMENT and is_comment and is_comment(line)
end

local is_counting = arg[1] == "count"
local counts = {}

local function note(path, number, line, name, instead)
  counts[name] = (counts[name] or 0) + 1
  if not is_counting then checking.complain("%s:%d: %s (%s): %s", path, number, name, instead, line) end
end

local function check_line(path, number, line)
  if is_kept(path, line) then return end
  local small = line:lower()
  for _, phrase in ipairs(PHRASES) do
    if phrase[2](small) then note(path, number, line, phrase[1], phrase[3]) end
  end
  if is_wide_comment(path, line) then
    note(path, number, line, "a comment of more than 100 columns", "wrap or shorten it")
  end
end

for path in checking.lines_of("git ls-files " .. (arg[is_counting and 2 or 1] or "")) do
  local number = 0
  for line in (EXCEPT(path) and "" or checking.text_of(path) .. "\n"):gmatch "(.-)\n" do
    number = number + 1
    check_line(path, number, line)
  end
end
for _, name in ipairs(is_counting and checking.sorted(counts) or {}) do
  print(("%5d  %s"):format(counts[name], name))
end
os.exit(checking.wrong == 0)
