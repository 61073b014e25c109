import type { Carom, Law, Problem } from "carom";

/** The problem of one law: what it reads of the page's parameters, by its own names, and examples of what it needs besides. */
export function problemFor(carom: Carom, law: Law, problem: Problem): Problem {
    const own = carom.spread(law, problem);
    return { ...carom.examples(law, own), ...own };
}
