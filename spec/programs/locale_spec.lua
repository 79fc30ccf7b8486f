-- A host may call setlocale. The module's output stays the same, byte by byte.

local files = require "spec.support.files"
local lua = require "spec.support.lua"

-- The first locale differs from C only in the order of strings. The second has a decimal comma; so
-- has the third, in which the capital of "i" has more than one byte; in the last, bytes above 127
-- are letters and control characters.
local LOCALES = { "en_US.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8", "de_DE.ISO-8859-1" }
if os.getenv "CARC_TEST_TIER" == "quick" then LOCALES = { LOCALES[2] } end
local UNKNOWN = "xx_YY.UTF-8"

local folder = os.tmpname()

-- Runs a shell command with these locales; returns its output and its status.
local function shell(command)
  local pipe =
    assert(io.popen(("export LOCPATH='%s'; { %s; } 2>&1; echo \"status $?\""):format(folder, command)))
  local output = pipe:read "*a"
  pipe:close()
  local text, status = output:match "^(.-)status (%d+)%s*$"
  return text, tonumber(status)
end

-- Returns the command that runs in_locale.lua; the host writes its files and its output to a folder
-- of this name.
local function host(name, locale, more)
  local path = folder .. "/out/" .. name
  return ("mkdir -p '%s'; timeout 100 env %s spec/support/in_locale.lua '%s' '%s' '%s/out/C' %s >'%s/said' "
    .. "2>&1; echo $? >'%s/status'")
    :format(path, lua.command(), locale, path, folder, more or "", path, path)
end

local function written(name, file) return files.read(("%s/out/%s/%s"):format(folder, name, file)) end

-- Returns the first line in which two texts differ.
local function difference(expected, got)
  local next_line = expected:gmatch "[^\n]*"
  for line in got:gmatch "[^\n]*" do
    local want = next_line() or "nothing"
    if line ~= want then return ("%s instead of %s"):format(line:sub(1, 200), want:sub(1, 200)) end
  end
  return "it is shorter"
end

-- Checks that a host has written the same files as the host in the C locale, with the same bytes.
local function assert_the_same(name)
  assert.same({ written("C", "said"), "0\n" }, { written(name, "said"), written(name, "status") })
  local others, count = {}, 0
  for file in shell(("ls '%s/out/C'"):format(folder)):gmatch "[^\n]+" do
    local expected, got = written("C", file), written(name, file)
    count = count + 1
    if got ~= expected then others[#others + 1] = file .. ": " .. difference(expected, got) end
  end
  assert.same({}, others)
  assert.is_true(count > 30, count .. " files")
end

describe("A host that has called setlocale", function()
  setup(function()
    assert(os.remove(folder))
    local make, run = {}, { host("late", "de_DE.UTF-8", "late"), host("unknown", UNKNOWN) }
    for i, locale in ipairs(LOCALES) do
      make[i] = ("localedef -i %s -f %s '%s/%s'"):format(locale:match "^[^.]+", locale:match "[^.]+$",
        folder, locale)
      run[#run + 1] = host(locale, locale)
    end
    assert(shell(("mkdir -p '%s/out'; { %s; } & { %s; } & wait"):format(folder, table.concat(make, "; "),
      host("C", "C"))))
    shell("{ " .. table.concat(run, "; } & { ") .. "; } & wait")
  end)
  teardown(function() shell(("rm -r '%s'"):format(folder)) end)

  for _, locale in ipairs(LOCALES) do
    it("gets the same games, saves, pictures, pages, reports and messages in " .. locale,
      function() assert_the_same(locale) end)
  end

  it("gets the same if it calls setlocale after loading the module", function() assert_the_same "late" end)

  it("stays in its locale", function()
    local output = shell(("env %s -e '%s'"):format(lua.command(), [[
      assert(os.setlocale("de_DE.UTF-8", "all"))
      local carcassonne = require "carcassonne"
      local variant = carcassonne.variant "spec/support/in_locale_variant.lua"
      local state = carcassonne.game { variants = { variant } }:new_initial_state(1)
      state:apply_index(1)
      print(os.setlocale(nil, "numeric"), pcall(carcassonne.game, { rules = { small_city = 0.5 } }))
      print(os.setlocale(nil, "collate"), ("%.1f"):format(0.5))]]))
    local point = rawget(_G, "jit") and "." or ","
    assert.matches("\nde_DE.UTF%-8\tfalse\t[^\n]*0%.5\nde_DE.UTF%-8\t0" .. point .. "5\n$", output)
  end)

  it("is reported in one sentence if the locale is unknown, with a status that is not 0", function()
    assert.same({ ("in_locale: this system has no locale '%s'\n"):format(UNKNOWN), "2\n" },
      { written("unknown", "said"), written("unknown", "status") })
  end)
end)
