"""The table in the browser: a server, and the pages that it sends."""
