// Compiled, not run: checks the types of the code in the README.
import { loadAll } from "carom";
import { attach } from "carom-planck";
import { World } from "planck";

const world = new World({ gravity: { x: 0, y: -10 } });
const bounce = attach(world, await loadAll(), { law: "routh", choose: (a) => (a.isSensor() ? false : { e: 0.8 }) });
world.step(1 / 60);
console.log(bounce.stats.impacts);
bounce.detach();
