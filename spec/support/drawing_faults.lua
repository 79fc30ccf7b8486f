--- Plug-ins with one fault each in what they draw, and the clause that the fault breaks. For the
--- specs.

local faults = require "spec.support.faults"

local after, instead = faults.after, faults.instead
local fault, list = faults.new()

-- Changes each picture in one format.
local function redraw(game, format, change)
  instead(game, "show", function(before, s, player, wanted)
    local picture, problem = before(s, player, wanted)
    if picture and wanted == format then return change(picture, s, player) end
    return picture, problem
  end)
end

fault("statics", "has statics that grow with the pile", function(game)
  after(game, "statics", function(statics, s)
    statics.words.pile = ("the pile of %d"):format(#s.actions)
    return statics
  end)
end)
fault("statics", "has two items with the same id", function(game)
  after(game, "statics", function(statics)
    statics.items[2].id = statics.items[1].id
    return statics
  end)
end)
fault("statics", "has an item without a name", function(game)
  after(game, "statics", function(statics)
    statics.items[1].name = nil
    return statics
  end)
end)
fault("statics", "has no colour for the last player", function(game)
  after(game, "statics", function(statics)
    table.remove(statics.colours)
    return statics
  end)
end)
fault("statics", "has colours by name", function(game)
  after(game, "statics", function(statics)
    statics.colours[1] = "red"
    return statics
  end)
end)
fault("statics", "has words that are not text", function(game)
  after(game, "statics", function(statics)
    statics.words.pile = 7
    return statics
  end)
end)
fault("statics-hand", "lists items by other ids than the hands", function(game)
  after(game, "statics", function(statics)
    for _, item in ipairs(statics.items) do item.id = ("%d"):format(item.id) end
    return statics
  end)
end)
fault("show-text", "colours its text for a terminal", function(game)
  redraw(game, "text", function(text) return "\27[1m" .. text end)
end)
fault("show-text", "draws nothing as text", function(game)
  redraw(game, "text", function() return "\n" end)
end)
fault("show-svg", "does not close an element", function(game)
  redraw(game, "svg", function(picture) return (picture:gsub("</svg>$", "<g></svg>")) end)
end)
fault("show-svg", "writes & as it is", function(game)
  redraw(game, "svg", function(picture) return (picture:gsub("</svg>$", "<text>you & me</text></svg>")) end)
end)
fault("show-svg", "has an attribute without quotes", function(game)
  redraw(game, "svg", function(picture) return (picture:gsub("</svg>$", "<g fill=#c03030></g></svg>")) end)
end)
fault("show-svg", "omits the namespace", function(game)
  redraw(game, "svg", function(picture) return (picture:gsub(' xmlns="[^"]*"', "")) end)
end)
fault("show-svg", "has a script in its picture", function(game)
  redraw(game, "svg", function(picture) return (picture:gsub("</svg>$", "<script></script></svg>")) end)
end)
fault("show-refused", "draws text for an unknown format", function(game)
  instead(game, "show", function(before, s, player, format)
    return before(s, player, format == "svg" and format or "text")
  end)
end)
fault("show-hides", "writes the next player's hand under the text", function(game)
  redraw(game, "text", function(text, s, player)
    return text .. table.concat(s.hands[(player or 0) % #s.hands + 1], " ")
  end)
end)
fault("show-hides", "draws the next stone in the corner of the picture", function(game)
  redraw(game, "svg", function(picture, s)
    return (picture:gsub("</svg>$", ("<text>%s</text></svg>"):format(tostring(s.bag[#s.drawn + 1]))))
  end)
end)

return list
