"""How much somebody may say: so many messages a second, and some more at once.

Takes the time of whoever asks, which never goes back; says how long to wait. Keeps two numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

A_SECOND = 10.0
AT_ONCE = 20.0


@dataclass(slots=True)
class Allowance:
    rate: float = A_SECOND
    most: float = AT_ONCE
    left: float = AT_ONCE
    since: float | None = None

    def wait(self, now: float) -> float:
        """Use one message up; how many seconds too early it is, which is nothing within the allowance."""
        if self.since is not None:
            self.left = min(self.most, self.left + (now - self.since) * self.rate)
        self.since = now
        self.left -= 1
        return max(0.0, -self.left / self.rate)

    def refuses(self, now: float) -> bool:
        """The same for whoever cannot be made to wait: whether it is too much, which then uses nothing up."""
        is_early = self.wait(now) > 0
        if is_early:
            self.left += 1
        return is_early
