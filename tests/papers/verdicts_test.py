# Tests the verdicts of `carom reproduce`. "agrees" needs a statement of the paper. A measurement that contradicts every
# law has its own verdict. The last line must have the counts of the JSON output. Usage: verdicts_test.py CAROM
import json
import re
import subprocess
import sys

carom = sys.argv[1]
VERDICTS = ["agrees", "check", "measured", "misprint", "differs"]
# Chatterjee's figures whose measurements contradict every law.
MEASURED = {f"fig11.{n}" for n in [*range(4, 10), *range(23, 31), 35, 37, 42]}
# Papers that were not read. No claim about them may have the verdict "agrees".
UNSEEN = {"chung-ooi", "machado"}
bad = []


def run(*words):
    return subprocess.run([carom, "reproduce", *words], capture_output=True, text=True, check=True).stdout


items = json.loads(run("--json"))
total = dict.fromkeys(VERDICTS, 0)
for item in items:
    name = f"{item['paper']} {item['item']}"
    counts = dict.fromkeys(VERDICTS, 0)
    for claim in item["claims"]:
        counts[claim["verdict"]] += 1
        if claim["verdict"] == "agrees" and re.match("not printed|measured points are lost", claim["printed"]):
            bad.append(f"{name}: agrees with what is not printed: {claim['what']}")
        if claim["verdict"] in ("measured", "misprint") and not claim.get("why"):
            bad.append(f"{name}: no reason: {claim['what']}")
    if counts != item["counts"]:
        bad.append(f"{name}: counts {item['counts']}, has {counts}")
    if bool(counts["measured"]) != (item["paper"] == "chatterjee" and item["item"] in MEASURED):
        bad.append(f"{name}: {counts['measured']} measurements")
    if item["paper"] in UNSEEN and counts["agrees"]:
        bad.append(f"{name}: agrees with a paper that was not read")
    for verdict in VERDICTS:
        total[verdict] += counts[verdict]
last = [int(n) for n in re.findall(r"\d+", run().rstrip().rsplit("\n", 1)[1])]
if last != [len(items), *total.values()]:
    bad.append(f"the closing line counts {last}, the claims are {len(items)} items, {total}")
print("\n".join(bad) or f"{len(items)} items: {total}")
sys.exit(bool(bad))
