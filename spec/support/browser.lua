--- Opens pages in chromium. For the specs.

local cli = require "spec.support.cli"
local compat = require "carcassonne.base.compat"

local browser = {}

browser.MISSING = "chromium is missing (on Debian: apt-get install chromium)"

--- Returns the lines that the program of a page writes to an element with the id `said`; nil if
--- there is no browser.
---@param page string
---@return string[]?
function browser.said(page)
  if compat.os.execute "command -v chromium >/dev/null 2>&1" ~= true then return nil end
  local path, home = cli.file(page), os.tmpname()
  os.remove(home)
  os.rename(path, path .. ".html")
  local pipe = io.popen(
    ("timeout 60 env -u LD_PRELOAD chromium --headless --no-sandbox --disable-gpu --user-data-dir=%s "
    .. "--window-size=1200,800 --dump-dom file://%s.html 2>/dev/null"):format(home, path))
  local text = pipe:read "*a"
  pipe:close()
  os.remove(path .. ".html")
  compat.os.execute("rm -rf " .. home)
  local lines = {}
  for line in (text:match '<pre id="said">(.-)</pre>' or ""):gmatch "[^\n]+" do lines[#lines + 1] = line end
  return lines
end

local PHONE = [[
<!DOCTYPE html><body><iframe id="phone" style="border: 0; width: 390px; height: 844px" srcdoc="{page}"></iframe>
<script>
addEventListener("load", () => {
  const said = [];
{program}
  const pre = document.createElement("pre");
  pre.id = "said";
  pre.textContent = said.join("\n");
  document.body.append(pre);
});
</script></body>]]

--- Shows a page in a frame as wide as a phone, `phone`, and returns what a program adds to the list
--- `said`.
---@param page string
---@param program string the JavaScript
---@return string[]?
function browser.on_phone(page, program)
  local parts = { page = page:gsub("&", "&amp;"):gsub('"', "&quot;"), program = program }
  return browser.said((PHONE:gsub("{(%l+)}", parts)))
end

return browser
