/** Writes the impact as a shell command, a C program, a Python program or a file. Each gives the numbers on the page. */
import type { Carom, PlanarBody, PlanarPair } from "carom";
import type { State, Value } from "../state.js";
import { contactOf } from "../scenes/index.js";
import { problemOf } from "./answer.js";

export const FORMS = ["shell", "C", "Python", "JSON"] as const;
export type Form = (typeof FORMS)[number];

interface Asked {
    readonly law: string;
    readonly W: readonly (readonly number[])[];
    readonly v: readonly number[];
    readonly params: readonly (readonly [string, Value])[];
    readonly choices: ReadonlyMap<string, readonly string[]>;
    readonly allow: readonly string[];
    readonly pair: PlanarPair | undefined;
}

function asked(carom: Carom, state: State): Asked {
    const struck = contactOf(carom, state.scene, state.at);
    const law = carom.law(state.law);
    const { W, v, allow, ...params } = problemOf(carom, law, struck, state);
    return {
        law: law.name,
        W,
        v,
        params: Object.entries(params) as [string, Value][],
        choices: new Map(law.coefficients.map((param) => [param.name, param.choices])),
        allow: allow ?? [],
        pair: struck.pair,
    };
}

const rows = (W: Asked["W"]) => W.map((row) => row.join(" ")).join("; ");
const word = (value: Value) => (typeof value === "object" ? value.join(" ") : value === Infinity ? "inf" : String(value));

function shell({ law, W, v, params, allow }: Asked): string {
    const given = params.map(([name, value]) => {
        const text = word(value);
        return `--${name.replaceAll("_", "-")} ${text.includes(" ") ? `"${text}"` : text}`;
    });
    const options = [...given, ...allow.map((name) => `--allow ${name}`)];
    return `carom solve --law ${law} ${options.join(" ")}${options.length ? " " : ""}--W "${rows(W)}" --v "${v.join(" ")}"\n`;
}

function json({ law, W, v, params, pair }: Asked): string {
    const told = Object.fromEntries(params.map(([name, value]) => [name, value === Infinity ? "inf" : value]));
    const problem = pair ? { law, params: told, ...scenario(pair) } : { law, params: told, W, v };
    return `${JSON.stringify(problem, null, 2)}\n`;
}

/** Returns the bodies in the form of a scenario file. */
function scenario({ a, b, point, normal }: PlanarPair): object {
    const finite = (x: number) => (Number.isFinite(x) ? x : "inf");
    const body = ({ mass, inertia, centre, velocity, spin }: PlanarBody) => ({ mass: finite(mass), inertia: finite(inertia), centre, velocity, spin });
    return { bodies: [body(a), b ? body(b) : "fixed"], contact: { point, normal } };
}

function python({ law, W, v, params, allow }: Asked): string {
    const list = (x: readonly number[]) => `[${x.join(", ")}]`;
    const value = (x: Value) => (typeof x === "string" ? `"${x}"` : typeof x === "object" ? list(x) : x === Infinity ? 'float("inf")' : String(x));
    const given = params.map(([name, x]) => `, ${name}=${value(x)}`).join("") + (allow.length ? `, allow=${JSON.stringify(allow)}` : "");
    return `import carom\n\nhit = carom.collide([${W.map(list).join(", ")}], ${list(v)}, law="${law}"${given})\nprint(hit.P, hit.v, hit.dE, hit.mode)\n`;
}

function c({ law, W, v, params, choices, allow }: Asked): string {
    const number = (x: number) => (x === Infinity ? "INFINITY" : Number.isInteger(x) ? `${x}.0` : String(x));
    const list = (x: readonly number[]) => x.map(number).join(", ");
    const give = params.map(([name, value]) => {
        const numbers = typeof value === "string" ? [choices.get(name)?.indexOf(value) ?? 0] : typeof value === "number" ? [value] : value;
        return `    carom_params_set_by_name(law, &p, "${name}", (double[]){${list(numbers)}}, ${numbers.length});\n`;
    });
    const allowed = allow.map((name) => `    p.allow |= UINT64_C(1) << carom_law_find_coefficient(law, "${name}")->number;\n`);
    return `#include <carom/carom.h>
#include <math.h>
#include <stdio.h>

int main(void) {
    const carom_law *law = carom_law_find(NULL, "${law}", CAROM_ONE_CONTACT);
    carom_contact c = {.dim = 2, .W = {{${list(W[0] ?? [])}}, {${list(W[1] ?? [])}}}, .v = {${list(v)}}};
    carom_params p = carom_params_default();
${[...give, ...allowed].join("")}    carom_result out;
    carom_status status = carom_collide(law, &c, &p, &out);
    printf("P = (%.17g, %.17g), dE = %.17g, %s\\n", out.P[0], out.P[1], out.dE, carom_mode_name(out.mode));
    return status != CAROM_OK;
}
`;
}

const WRITERS: Readonly<Record<Form, (asked: Asked) => string>> = { shell, C: c, Python: python, JSON: json };

export function snippet(carom: Carom, state: State, form: Form): string {
    return WRITERS[form](asked(carom, state));
}
