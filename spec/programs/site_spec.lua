--- The site that `make doc` writes: every manual has a page, no link is dead, and nothing is loaded
--- from other servers.

local files = require "spec.support.files"

local folder, output, status

local function lines_of(command)
  local pipe = assert(io.popen(command))
  local list = {}
  for line in pipe:lines() do list[#list + 1] = line end
  pipe:close()
  return list
end

-- Returns what is reported about the site with one more page.
local function finish_with(text)
  files.rewrite(folder .. "/site/9.9/extra.html", text)
  local said = lines_of(("lua5.4 csrc/make/site.lua finish '%s/site' 9.9 2>&1"):format(folder))
  os.remove(folder .. "/site/9.9/extra.html")
  return table.concat(said, "\n")
end

describe("The site #full", function()
  setup(function()
    folder = os.tmpname()
    os.remove(folder)
    output = lines_of(("env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u LUA_PATH make -s doc LUA=lua5.4 "
      .. "VERSION=9.9 DOC='%s/site' 2>&1; echo $?"):format(folder))
    status = table.remove(output)
  end)

  teardown(function() os.execute(("rm -rf '%s'"):format(folder)) end)

  it("is built without a warning and without a dead link", function()
    assert.are.equal("0", status, table.concat(output, "\n"))
  end)

  it("has a page for each manual, and one for each module and header", function()
    local manuals = lines_of "ls README.md lua/doc/*.md csrc/*/*.md tests/*/*.md spec/*.md examples/*.md"
    assert.is_true(#manuals > 15)
    for _, path in ipairs(manuals) do
      local name = path:gsub("README%.md$", "index.html"):gsub("%.md$", ".html")
      assert.matches("carcassonne 9%.9", files.read(folder .. "/site/9.9/" .. name))
    end
    files.read(folder .. "/site/9.9/reference/modules/carcassonne.core.html")
    files.read(folder .. "/site/9.9/reference/modules/carcassonne.h.html")
  end)

  it("has a page for each chapter and each word of the script language", function()
    local text, n = files.read "lua/doc/SCRIPTING.md", 0
    local pages = folder .. "/site/9.9/lua/doc/SCRIPTING/"
    for title in text:gmatch "\n##%f[^#] ([^\n]*)" do
      local name = title:lower():gsub(" ", "-"):gsub("[^%w-]", "")
      assert.matches("<h1[^>]*>" .. title, files.read(pages .. name .. ".html"))
    end
    for word, of in text:gmatch "\n### `([%w_]+)`([^\n]*)" do
      local name = word .. of:gsub("^ %((%w+)%)$", "-%1")
      n = n + 1
      assert.matches("<h1[^>]*><code>" .. word .. "</code>", files.read(pages .. name .. ".html"))
    end
    assert.is_true(n > 100)
  end)

  it("shows no comment that is for the project's own tools", function()
    for _, path in ipairs(lines_of(("find '%s/site/9.9/lua' -name '*.html'"):format(folder))) do
      assert.is_nil(files.read(path):find("<!-- run", 1, true), path)
    end
  end)

  it("shows the source files that a manual links to", function()
    assert.matches("return {", files.read(folder .. "/site/9.9/examples/generous-monks.lua.html"))
  end)

  it("leads from its index to the newest version", function()
    assert.matches('url=9%.9/index%.html"', files.read(folder .. "/site/index.html"))
  end)

  it("is refused with a dead link, a missing anchor, or something from the network", function()
    for text, expected in pairs {
      ['<a href="nowhere.html">x</a>'] = "links to nowhere.html, which does not exist",
      ['<a href="index.html#nowhere">x</a>'] = "links to index.html#nowhere, but the page has no such anchor",
      ['<a href="../../../Makefile">x</a>'] = "which does not exist",
      ['<script src="https://example.org/a.js"></script>'] = "loads https://example.org/a.js from elsewhere",
      ['<link rel="stylesheet" href="//example.org/a.css">'] = "loads //example.org/a.css from elsewhere",
      ['<img src="http://example.org/a.png">'] = "loads http://example.org/a.png from elsewhere",
    } do
      assert.matches(expected, finish_with(text), 1, true)
    end
    assert.are.equal("", finish_with '<a href="https://example.org">x</a>')
  end)
end)
