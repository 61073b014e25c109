#!/usr/bin/env python3
"""Simulates a sweep on many ranks and computes the share of their time that they spend computing.

    mpirun -n 2 build/release/tests/sweep/sweep_overhead >costs.json
    tools/sweep_tree.py costs.json [--ranks 10000] [--fan 16] [--chunk 64] [--ns 25]

The model is the protocol of mods/sweep/ranks.c with the measured cost of a report. The ranks form a tree with the given
fan (0: all are children of rank 0). A rank requests work from its parent when it or a rank below it has nothing to do.
It then gets a chunk for every rank of its subtree, passes chunks down and reports up. A rank that computes reads its
messages after each block of 2048 samples. Blocks may be ahead of the slowest unfinished block by --window. The model
omits the file and the network between machines; give the cost of the network with --latency.
"""
import argparse
import heapq
import json

BLOCK = 2048


class Rank:
    __slots__ = ("parent", "below", "size", "bundle", "own", "asked", "free_at", "waiting", "worked", "awake")

    def __init__(self, parent):
        self.parent, self.below, self.size, self.bundle, self.own = parent, [], 1, [], None
        self.asked, self.free_at, self.waiting, self.worked, self.awake = False, 0.0, [], 0, False


def tree(count, fan):
    ranks = [Rank(None)]
    for r in range(1, count):
        parent = (r - 1) // fan if fan else 0
        ranks.append(Rank(parent))
        ranks[parent].below.append(r)
    for r in range(count - 1, 0, -1):
        ranks[ranks[r].parent].size += ranks[r].size
    return ranks


def simulate(count, fan, chunk, block_s, report_s, latency, window, seconds):
    """Returns the share of the ranks' time spent on blocks, and the reports per second at rank 0."""
    ranks, events, number = tree(count, fan), [], 0
    state = {"next": 0, "reports": 0}
    undone = []  # heap of the first blocks of spans, which also contains finished ones until they reach the top; see `done`
    done = set()

    def at(time, rank, what, value=None):
        nonlocal number
        number += 1
        heapq.heappush(events, (time, number, rank, what, value))

    def take(rank, most):
        if rank.parent is None:
            while undone and undone[0] in done:
                done.discard(heapq.heappop(undone))
            prefix = undone[0] if undone else state["next"]
            blocks = min(most, prefix + window - state["next"])
            if blocks <= 0:
                return []
            first = state["next"]
            state["next"] += blocks
            spans = [(s, min(chunk, first + blocks - s)) for s in range(first, first + blocks, chunk)]
            for span in spans:
                heapq.heappush(undone, span[0])
            return spans
        spans, rank.bundle = rank.bundle[:max(1, most // chunk)], rank.bundle[max(1, most // chunk):]
        return spans

    finished = [[] for _ in ranks]  # finished spans that are not reported yet
    for r in range(count):
        at(0.0, r, "turn")
        ranks[r].awake = True
    inbox = [[] for _ in ranks]
    while events:
        time, _, r, what, value = heapq.heappop(events)
        if time > seconds:
            break
        rank = ranks[r]
        if what == "message":
            inbox[r].append(value)
            if not rank.awake:
                rank.awake = True
                at(max(time, rank.free_at), r, "turn")
            continue
        # In a turn a rank reads its messages, passes work on, computes one block and reports.
        now = time
        for sender, spans, asks, work in inbox[r]:
            if work is not None:
                rank.bundle, rank.asked = work, False
                continue
            now += report_s
            finished[r] += spans
            if asks:
                rank.waiting.append(sender)
            if rank.parent is None:
                state["reports"] += 1
        inbox[r] = []
        if rank.parent is None:
            done.update(finished[r])
            finished[r] = []
        while rank.waiting:
            spans = take(rank, chunk * ranks[rank.waiting[0]].size)
            if not spans:
                break
            at(now + latency, rank.waiting.pop(0), "message", (r, [], False, spans))
        if not rank.own:
            spans = take(rank, chunk)
            rank.own = list(spans[0]) + [0] if spans else None
        if rank.own:
            now += block_s
            rank.worked += 1
            rank.own[2] += 1
            if rank.own[2] == rank.own[1]:
                finished[r].append(rank.own[0])
                rank.own = None
        if rank.parent is not None and not rank.asked and not rank.bundle and (rank.waiting or not rank.own):
            rank.asked = True
            at(now + latency, rank.parent, "message", (r, finished[r], True, None))
            finished[r] = []
        elif rank.parent is not None and rank.asked and not rank.own and finished[r]:
            at(now + latency, rank.parent, "message", (r, finished[r], False, None))
            finished[r] = []
        rank.free_at = now
        rank.awake = bool(rank.own or inbox[r])
        if rank.awake:
            at(now, r, "turn")
        elif rank.parent is None:  # rank 0 checks again soon
            rank.awake = True
            at(now + 5e-5, r, "turn")
    worked = sum(rank.worked for rank in ranks) * block_s
    return worked / (count * seconds), state["reports"] / seconds


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("costs", help="what sweep_overhead printed under mpirun -n 2")
    words.add_argument("--ranks", type=int, nargs="+", default=[64, 1000, 10000])
    words.add_argument("--fan", type=int, nargs="+", default=[0, 16])
    words.add_argument("--chunk", type=int, nargs="+", default=[4, 64], help="blocks of 2048 samples")
    words.add_argument("--ns", type=float, default=25.0, help="nanoseconds a sample")
    words.add_argument("--window", type=int, default=262144, help="blocks")
    words.add_argument("--latency", type=float, default=2e-6, help="seconds a message is under way")
    words.add_argument("--seconds", type=float, default=0.2, help="simulated")
    given = words.parse_args()
    with open(given.costs, encoding="utf-8") as file:
        costs = json.load(file)
    report_s = costs["receive_s"] + costs["merge_s"]
    print(f"a report: {costs['report_bytes']} bytes, {1e6 * report_s:.0f} us to receive and merge")
    print("ranks  fan  chunk  computing  reports/s at rank 0")
    for ranks in given.ranks:
        for fan in given.fan:
            for chunk in given.chunk:
                share, reports = simulate(ranks, fan, chunk, given.ns * 1e-9 * BLOCK, report_s, given.latency,
                                          given.window, given.seconds)
                print(f"{ranks:5d}  {fan or 'all':>3}  {chunk:5d}  {100 * share:7.1f} %  {reports:10.0f}", flush=True)


if __name__ == "__main__":
    main()
