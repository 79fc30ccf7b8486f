-- prose.lua [count [FOLDER]]: finds phrases that readers had to read twice, and comments that are
-- too wide, in all texts of the project. With `count` it prints how often each phrase occurs.

local checking = dofile ".ci/checking.lua"

local MAX_COMMENT = 100

-- Each phrase: what it is called, patterns for a line in small letters, and what to write instead.
local PHRASES = {
  { "is no X", { "[^e][^r][^e] is no%f[%W] ?[^tm]", "[^e][^r][^e] are no%f[%W] ?[^tm]" },
    "is not a, is not" },
  { "behind", { "%f[%w]behind%f[%W]" }, "after" },
  { "tell", { "%f[%w_]tells?%f[^%w_]", "%f[%w_]told%f[^%w_]", "%f[%w_]telling%f[^%w_]" },
    "report, say, distinguish" },
  { "for who", { "%f[%w]for who %l", "%f[%w]of who %l", "%f[%w]by who %l", "%f[%w]to who %l" },
    "the player who, whoever" },
  { "unless said", { "unless said", "unless it is said", "unless told" }, "by default" },
  { "anew", { "%f[%w]anew%f[%W]", "%f[%w]once more%f[%W]" }, "again" },
  { "come along", { "%f[%w]comes? along" }, "is included" },
  { "the same.", { "^%W*the same%.?%W*$" }, "the sentence itself" },
}

-- Files that are not prose of this project, and pages that quote the phrases.
local EXCEPT = {
  "^LICENSE$", "^spec/fixtures/", "^spec/GLOSSARY%.md$", "^%.ci/prose%.lua$", "^tests/fuzz/corpus/",
}

-- Uses that stay: the file as a pattern, the text, and the reason.
local KEPT = {
  { "examples/catch%-up%.lua", "behind", "an option of the script" },
  { "lab/sweep_ranges%.lua", "behind", "a field of the report: the distance to the best value" },
  { "doc/CHANGELOG%.md", "`", "names as they were" },
  { "spec/.*_spec%.lua", "is no longer", "a sentence of its own kind" },
  { "tests/test_definition%.c", "behind", "a word that is refused" },
  { "examples/lua_host%.c", "cc examples/lua_host.c", "a command on one line" },
}

local function is_excepted(path)
  for _, pattern in ipairs(EXCEPT) do
    if path:find(pattern) then return true end
  end
  return false
end

local function is_kept(path, line)
  for _, one in ipairs(KEPT) do
    if path:find(one[1]) and line:find(one[2], 1, true) then return true end
  end
  return false
end

-- The phrase that a line contains.
local function phrase_of(line)
  local small = " .. " .. line:lower()
  for _, phrase in ipairs(PHRASES) do
    for _, pattern in ipairs(phrase[2]) do
      if small:find(pattern) then return phrase end
    end
  end
end

-- An annotation of LuaLS has to be one line; those of meta/grammar.lua are generated.
local function is_wide_comment(path, line)
  if #line <= MAX_COMMENT or path:find "%.md$" or path:find "meta/grammar%.lua$" then return false end
  if path:find "%.lua$" then return line:find "^%s*%-%-[^%[]" and not line:find "^%s*%-%-%-[@|]" end
  return path:find "%.[ch]$" and (line:find "^%s*/?%*" or line:find "/%*.*%*/$") and not line:find "\\$"
end

local counts, per_phrase = {}, {}

local function note(path, number, line, name, instead)
  counts[name] = (counts[name] or 0) + 1
  if not per_phrase.only then
    checking.complain("%s:%d: %s (%s): %s", path, number, name, instead, line:sub(1, 140):gsub("%%", "%%%%"))
  end
end

local function check_file(path)
  local number = 0
  for line in (checking.text_of(path) .. "\n"):gmatch "(.-)\n" do
    number = number + 1
    local phrase = phrase_of(line)
    if phrase and not is_kept(path, line) then note(path, number, line, phrase[1], phrase[3]) end
    if is_wide_comment(path, line) and not is_kept(path, line) then
      note(path, number, line, "a comment of more than 100 columns", "wrap or shorten it")
    end
  end
end

per_phrase.only = arg[1] == "count"
for path in checking.lines_of("git ls-files " .. (arg[per_phrase.only and 2 or 1] or "")) do
  if not is_excepted(path) and not path:find "%.png$" then check_file(path) end
end
if per_phrase.only then
  for _, name in ipairs(checking.sorted(counts)) do print(("%5d  %s"):format(counts[name], name)) end
end
os.exit(checking.wrong == 0)
