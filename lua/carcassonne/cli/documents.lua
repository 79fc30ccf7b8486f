--- Blocks of code out of documents in Markdown.
-- @module carcassonne.cli.documents

local documents = {}

--- The blocks of code in a language, each with its line, the heading above it, and what stands between that
--- and the block.
---@param text string
---@param language string
---@return {code:string, line:integer, heading:string, text:string}[]
function documents.blocks(text, language)
  local list, heading, said, open, number = {}, "", {}, nil, 0
  for line in (text .. "\n"):gmatch "(.-)\n" do
    number = number + 1
    local fence = line:match "^%s*```(%w*)"
    if open and fence == "" then
      if open.language == language then list[#list + 1] = open end
      open = nil
    elseif open then
      open.code = open.code .. line .. "\n"
    elseif fence then
      open = { code = "", line = number, heading = heading, text = table.concat(said, "\n"), language = fence }
    elseif line:match "^##+ " then
      heading, said = line:match "^##+ (.*)", {}
    else
      said[#said + 1] = line
    end
  end
  return list
end

return documents
