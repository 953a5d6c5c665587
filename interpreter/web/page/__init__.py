"""The table in the browser as people see it: HTML for one viewer out of a view, a journal and a look.

`PageScreen` is what one viewer's page shows; the other names make whole documents of plain data. No sockets, no tokens,
no store: those are the server's.
"""

from .drawing import STATIC as STATIC
from .pages import curtain as curtain
from .pages import document as document
from .pages import ended as ended
from .pages import lobby as lobby
from .screen import PageScreen as PageScreen
