# A driver with a small engine: sequential impulses, as in most game engines, one contact with the floor. Replace the engine.
#   carom judge --family AB python3 example.py
import json, sys

def collide(c):  # your engine here
    b, k = c["bodies"][0], c["contacts"][0]
    (vx, vy), w, m, I = b["velocity"], b["spin"], b["mass"], b["inertia"]
    rx, ry = (p - q for p, q in zip(k["point"], b["centre"]))
    wanted, n, t = -c["e"] * (vy + w * rx), 0.0, 0.0
    for _ in range(2000):
        dn = max(-n, (wanted - vy - w * rx) / (1 / m + rx * rx / I))
        n, vy, w = n + dn, vy + dn / m, w + rx * dn / I
        dt = -(vx - w * ry) / (1 / m + ry * ry / I)
        dt = max(-c["mu"] * n, min(c["mu"] * n, t + dt)) - t
        t, vx, w = t + dt, vx + dt / m, w - ry * dt / I
    return [vx, vy, w]

for line in sys.stdin:
    c = json.loads(line)
    if "impactbench" in c:
        out = {"impactbench": 1, "engine": "mine", "version": "0.1", "dims": [2], "settings": {"iterations": 2000}}
    elif len(c["contacts"]) > 1 or c["contacts"][0]["b"] != "floor":
        out = {"id": c["id"], "cannot": "one contact with the floor is all it knows"}
    else:
        out = {"id": c["id"], "u": [collide(c)]}
    print(json.dumps(out), flush=True)
