"""Another machine, as far as Python can tell: a clock that is years ahead and folders that list their files in another order.

Python runs this before anything else when the folder is on its path. GPUGUIDE_DISTURB names what is disturbed.
"""

import datetime
import os
import random
import time

AHEAD = 5 * 365 * 86_400 + 12_345
"""By how many seconds the clock is ahead."""

WHAT = os.environ.get("GPUGUIDE_DISTURB", "").split()

if "clock" in WHAT:
    real_time, real_time_ns, real_localtime, real_gmtime = time.time, time.time_ns, time.localtime, time.gmtime
    time.time = lambda: real_time() + AHEAD
    time.time_ns = lambda: real_time_ns() + AHEAD * 1_000_000_000
    time.localtime = lambda seconds=None: real_localtime(time.time() if seconds is None else seconds)
    time.gmtime = lambda seconds=None: real_gmtime(time.time() if seconds is None else seconds)

    class LateDate(datetime.date):
        @classmethod
        def today(cls):
            return super().today() + datetime.timedelta(seconds=AHEAD)

    class LateMoment(datetime.datetime):
        @classmethod
        def now(cls, tz=None):
            return super().now(tz) + datetime.timedelta(seconds=AHEAD)

    datetime.date, datetime.datetime = LateDate, LateMoment  # type: ignore[misc]  # that is what it is for

if "order" in WHAT:
    real_listdir, real_scandir = os.listdir, os.scandir

    class Shuffled:
        """What os.scandir gives, in another order."""

        def __init__(self, path="."):
            with real_scandir(path) as entries:
                self.entries = list(entries)
            random.Random(len(self.entries)).shuffle(self.entries)
            self.left = iter(self.entries)

        def __iter__(self):
            return self.left

        def __next__(self):
            return next(self.left)

        def __enter__(self):
            return self

        def __exit__(self, *_):
            self.close()

        def close(self):
            """Nothing is open."""

    def listdir(path="."):
        names = real_listdir(path)
        random.Random(len(names)).shuffle(names)
        return names

    os.listdir, os.scandir = listdir, Shuffled  # type: ignore[assignment]
