-- Each command that a report suggests can be pasted into a shell.

local cli = require "spec.support.cli"
local compat = require "carcassonne.base.compat"
local files = require "spec.support.files"
local lua = require "spec.support.lua"

-- Scripts by the names of their files, which a shell would split or expand.
local SCRIPTS = {
  ["my rule.lua"] = [[return { name = "rich", options = { worth = 30, price = { default = 2 } },
    variables = { { name = "coins", scope = "player", initial = 1 } },
    final_scoring = { { name = "rich", after = "fields",
      run = function(state, options) state:award(1, options.worth, "rich") end } } }]],
  ["$(poor).lua"] = [[return { name = "poor", options = { fine = -20 },
    bonus = { { kind = "city", add = { option = "fine" } } } }]],
  ["it's.lua"] = [[return { name = "its", bonus = { { kind = "city", add = 20 } } }]],
}

-- What makes a command quick.
local QUICK = { sweep = " -n 2 --bot random", learn = " --games 10 --match 2" }

-- Adds the commands in the backticks of a report.
local function add_commands(found, report)
  for words in report:gmatch "`carcassonne (%l+ [^`]+)`" do found[words] = words:match "^%l+" end
end

-- Returns the status of a command in a folder, and its errors.
local function status_of(folder, words, name)
  local script, errors = files.write(("root=$PWD\ncd '%s'\n"
    .. 'carcassonne() { %s "$root/lua/bin/carcassonne" "$@"; }\ncarcassonne %s%s\n'):format(folder, lua.name,
    words, QUICK[name])), os.tmpname()
  local _, _, status = compat.os.execute(("sh -c \"$(cat '%s')\" >/dev/null 2>'%s'"):format(script, errors))
  local text = files.read(errors)
  os.remove(script)
  os.remove(errors)
  return status, text
end

describe("The commands that a report suggests", function()
  it("run if they are pasted into a shell", function()
    files.with_folder(SCRIPTS, function(folder)
      local found = {}
      for name in pairs(SCRIPTS) do
        local script = folder .. "/" .. name
        add_commands(found, (select(2, cli.run { "compare", script, "-n", "30", "--bot", "random" })))
        add_commands(found, (select(2, cli.run { "check", script, "-n", "1", "--effect", "30" })))
      end
      local kinds = { sweep = 0, learn = 0 }
      for words, name in pairs(found) do
        local status, errors = status_of(folder, words, name)
        assert.equal("", errors, words)
        -- learn ends with 1 if it finds nothing better
        assert.is_true(status == 0 or name == "learn" and status == 1, words)
        kinds[name] = kinds[name] + 1
      end
      assert.same({ sweep = 5, learn = 1 }, kinds)
    end)
  end)
end)
