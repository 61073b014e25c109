import type { Carom, Law, Problem } from "carom";

/**
 * Returns the problem of one law: the page's parameters that it reads, under its own names, and example values for other required
 * ones.
 */
export function problemFor(carom: Carom, law: Law, problem: Problem): Problem {
    const own = carom.spread(law, problem);
    return { ...carom.examples(law, own), ...own };
}
