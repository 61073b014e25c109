// Compiled, not run: checks the types of the code in the README.
import initJolt from "jolt-physics";
import { load } from "carom";
import { attach } from "carom-jolt";

const Jolt = await initJolt();
const jolt = new Jolt.JoltInterface(new Jolt.JoltSettings());
const bounce = attach(Jolt, jolt.GetPhysicsSystem(), await load(), { law: "routh", params: { mu: 0.3 } });
jolt.Step(1 / 60, 1);
console.log(bounce.stats.impacts, bounce.stats.reached);
