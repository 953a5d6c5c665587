"""The small typed language that sentences are lowered to.

Comes out of `language`, is walked by `engine`. Values are whole numbers: a thing is its number in a table of the world, a flag
0 or 1, `none` is None. Nothing here needs Python, a file or a game to mean something.
"""

from .statements import (
    INSERTED as INSERTED,
)
from .statements import (
    NOTHING_TO_DO as NOTHING_TO_DO,
)
from .statements import (
    TAKEN as TAKEN,
)
from .statements import (
    Ask as Ask,
)
from .statements import (
    Block as Block,
)
from .statements import (
    Branch as Branch,
)
from .statements import (
    Call as Call,
)
from .statements import (
    Choose as Choose,
)
from .statements import (
    Discard as Discard,
)
from .statements import (
    Dispatch as Dispatch,
)
from .statements import (
    Each as Each,
)
from .statements import (
    Emit as Emit,
)
from .statements import (
    Expire as Expire,
)
from .statements import (
    Face as Face,
)
from .statements import (
    Function as Function,
)
from .statements import (
    If as If,
)
from .statements import (
    Leave as Leave,
)
from .statements import (
    Let as Let,
)
from .statements import (
    Limit as Limit,
)
from .statements import (
    Loop as Loop,
)
from .statements import (
    Mark as Mark,
)
from .statements import (
    Mix as Mix,
)
from .statements import (
    Move as Move,
)
from .statements import (
    PickMany as PickMany,
)
from .statements import (
    Procedure as Procedure,
)
from .statements import (
    Roll as Roll,
)
from .statements import (
    Say as Say,
)
from .statements import (
    Seq as Seq,
)
from .statements import (
    Show as Show,
)
from .statements import (
    Shuffle as Shuffle,
)
from .statements import (
    Stmt as Stmt,
)
from .statements import (
    Swap as Swap,
)
from .statements import (
    Write as Write,
)
from .values import (
    ANY as ANY,
)
from .values import (
    DIRECTIONS as DIRECTIONS,
)
from .values import (
    EXPRESSIONS as EXPRESSIONS,
)
from .values import (
    FIRST_FREE as FIRST_FREE,
)
from .values import (
    FLAG as FLAG,
)
from .values import (
    LONGEST_LIST as LONGEST_LIST,
)
from .values import (
    NOTHING as NOTHING,
)
from .values import (
    NUMBER as NUMBER,
)
from .values import (
    PLAYER as PLAYER,
)
from .values import (
    PLAYER_TYPE as PLAYER_TYPE,
)
from .values import (
    THIS as THIS,
)
from .values import (
    All as All,
)
from .values import (
    Apply as Apply,
)
from .values import (
    Beyond as Beyond,
)
from .values import (
    ByRow as ByRow,
)
from .values import (
    Cell as Cell,
)
from .values import (
    Clockwise as Clockwise,
)
from .values import (
    Computed as Computed,
)
from .values import (
    Const as Const,
)
from .values import (
    Contents as Contents,
)
from .values import (
    Either as Either,
)
from .values import (
    Expr as Expr,
)
from .values import (
    Feature as Feature,
)
from .values import (
    Fold as Fold,
)
from .values import (
    Grouped as Grouped,
)
from .values import (
    Local as Local,
)
from .values import (
    Numbers as Numbers,
)
from .values import (
    Op as Op,
)
from .values import (
    Place as Place,
)
from .values import (
    Rank as Rank,
)
from .values import (
    Reach as Reach,
)
from .values import (
    Read as Read,
)
from .values import (
    Score as Score,
)
from .values import (
    Sort as Sort,
)
from .values import (
    Spread as Spread,
)
from .values import (
    Text as Text,
)
from .values import (
    Type as Type,
)
