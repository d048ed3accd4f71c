"""Figures about the server, in the format Prometheus reads."""

from __future__ import annotations

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

__all__ = ["SHARED", "Metrics", "mark_process_dead"]

SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""Names the folder in which several workers keep their figures; whichever is asked tells the sum."""

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
TOGETHER = 50


class Metrics:
    """The figures of this worker, and of all others beside it."""

    def __init__(self) -> None:
        """Begin at zero."""
        self.registry = CollectorRegistry()
        self.thoughts: list[float] = []

        def counter(name: str, text: str, *labels: str) -> Counter:
            return Counter(f"mousehole_{name}", text, labels, registry=self.registry)

        def gauge(name: str, text: str) -> Gauge:
            return Gauge(f"mousehole_{name}", text, registry=self.registry, multiprocess_mode="livesum")

        self.events = counter("events", "Events committed.", "kind")
        self.errors = counter("errors", "Requests and messages answered by an error.", "code")
        self.frames = counter("frames", "Frames sent through sockets.")
        self.messages = counter("messages", "Messages received through sockets.")
        self.conflicts = counter("conflicts", "Versions that another worker took first.")
        self.failures = counter("bot_failures", "Bot decisions replaced by a random move.")
        self.late = counter("bot_late", "Bot decisions that came after their time.")
        self.calls = counter("calls", "Calls to people whose turn it is, by way and by how they ended.", "way", "end")
        for way in ("push", "mail"):
            self.calls.labels(way, "sent")  # a figure that is zero is told, too
        self.tables = gauge("tables", "Tables in memory.")
        self.sockets = gauge("sockets", "Open sockets.")
        self.batches = gauge("store_commits", "Commits made by the store.")
        self.commit_seconds = Histogram(
            "mousehole_commit_seconds", "From a move's arrival to its commit.", buckets=QUICK, registry=self.registry
        )
        self.think_seconds = Histogram(
            "mousehole_think_seconds", "Time a bot thinks.", buckets=QUICK, registry=self.registry
        )

    def thought(self, seconds: float) -> None:
        """Write down how long a bot thought, many at a time: what one of them took is nobody's business."""
        self.thoughts.append(seconds)
        if len(self.thoughts) >= TOGETHER:
            for one in sorted(self.thoughts):
                self.think_seconds.observe(one)
            self.thoughts.clear()

    def text(self) -> bytes:
        """Write all figures."""
        if SHARED not in os.environ:
            return generate_latest(self.registry)
        everyone = CollectorRegistry()
        MultiProcessCollector(everyone)  # type: ignore[no-untyped-call]
        return generate_latest(everyone)
