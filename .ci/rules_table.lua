-- rules_table.lua: compares the numbered sentences of spec/RULES.md with its table of sources and
-- tests. Each sentence must have a row, and each row a sentence, a source, and a test that exists
-- in its spec.

local checking = dofile ".ci/checking.lua"

local PAGE = "spec/RULES.md"

local function read_page(text)
  local sentences, rows = {}, {}
  for number in text:gmatch "\n(%d+)%. " do sentences[tonumber(number)] = true end
  for number, source, spec, test in text:gmatch "\n| (%d+) | ([^|]*) | ([%w/_]*): ([^|\n]*) |" do
    rows[tonumber(number)] = { source = source, spec = ("spec/%s.lua"):format(spec), test = test }
  end
  return sentences, rows
end

-- Returns whether the title of a test in `text` begins with `name`. `name` may also consist of the
-- title of a `describe` block, a blank, and the title of a test.
local function has_test(text, name)
  if text:find('("' .. name, 1, true) then return true end
  for blank in name:gmatch "() " do
    local subject, title = name:sub(1, blank - 1), name:sub(blank + 1)
    local described = text:find(('describe("%s"'):format(subject), 1, true)
    if described and text:find('("' .. title, 1, true) then return true end
  end
  return false
end

local function check_row(number, row)
  if row.source == "" then checking.complain("%s: sentence %d has no source", PAGE, number) end
  if not checking.exists(row.spec) then
    return checking.complain("%s: sentence %d: no file %s", PAGE, number, row.spec)
  end
  -- a long name may be split into several strings
  local text = checking.text_of(row.spec):gsub('"%s*%.%.%s*"', "")
  if not has_test(text, row.test) then
    checking.complain("%s: sentence %d: no test '%s' in %s", PAGE, number, row.test, row.spec)
  end
end

local sentences, rows = read_page(checking.text_of(PAGE))
for number in pairs(sentences) do
  if not rows[number] then
    checking.complain("%s: sentence %d has no row in the table of sources and tests", PAGE, number)
  end
end
for number, row in pairs(rows) do
  if not sentences[number] then
    checking.complain("%s: the table has a row for sentence %d, which does not exist", PAGE, number)
  end
  check_row(number, row)
end
os.exit(checking.wrong == 0)
