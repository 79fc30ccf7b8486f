--- The head and the content security policy of HTML pages. A page loads nothing, and uses only its
--- own style and script.
-- @module carcassonne.text.html_policy

local html_policy = {}

--- The head of a page, with placeholders in double braces. `policy` stands for the result of
--- html_policy.meta.
---@type string
html_policy.HEAD = [[
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
{{policy}}
<meta name="viewport" content="width=device-width">
<title>{{title}}</title>
<style>{{style}}</style>
</head>
<body>
]]

--- Returns the meta element with the policy. Specs compare the hashes with the page.
---@param style_hash string hash of the text in the page's style element: SHA-256 in base64
---@param program_hash? string hash of the text in the page's script element; nil if there is no script
---@return string element
function html_policy.meta(style_hash, program_hash)
  local policy = ("default-src 'none'; style-src 'sha256-%s'; base-uri 'none'; form-action 'none'"):format(
    style_hash)
  if program_hash then policy = policy .. ("; script-src 'sha256-%s'"):format(program_hash) end
  return ('<meta http-equiv="Content-Security-Policy" content="%s">'):format(policy)
end

return html_policy
