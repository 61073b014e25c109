// Compiled, not run: checks the types of the code in the README.
import loadMujoco from "@mujoco/mujoco";
import { loadAll } from "carom";
import { attach } from "carom-mujoco";

const mujoco = await loadMujoco();
const model = mujoco.MjModel.from_xml_string("<mujoco/>");
const data = new mujoco.MjData(model);
const robot = attach(mujoco, model, data, await loadAll(), { plane: [0, 1, 0], e: 0.2 });
robot.step();
console.log(robot.stats.impacts);
robot.free();
