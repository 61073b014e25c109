import type { Carom, Law, Problem } from "carom";

/**
 * Returns the problem for one law. It contains the parameters of the page that the law reads, under the law's own
 * names. Other required parameters have example values.
 */
export function problemFor(carom: Carom, law: Law, problem: Problem): Problem {
    const own = carom.spread(law, problem);
    return { ...carom.examples(law, own), ...own };
}
