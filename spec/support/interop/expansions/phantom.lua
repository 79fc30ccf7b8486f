-- What logs of the other engine call the things of the Phantom.

return { sets = { "phantom" } }
