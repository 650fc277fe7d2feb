export interface Gloss {
  definition: string;
  examples: string[];
}

/** Examples begin with the first quotation mark after a `;` (a few glosses have `:`, `,` or `.` there). */
const firstExample = /[;:,.]\s*"/;

/**
 * Split a gloss, `definition; "example"; "example"`. A quotation inside the definition stays there; what stands
 * between and after examples (who is quoted, an aside on usage: 0.6 % of the glosses) is left out.
 */
export function splitGloss(gloss: string): Gloss {
  const start = gloss.search(firstExample);
  const definition = start < 0 ? gloss : gloss.slice(0, start);
  const quoted = start < 0 ? [] : gloss.slice(start).matchAll(/"([^"]*)(?:"|$)/g);
  return {
    definition: definition.replace(/[;\s]+$/, ''),
    examples: Array.from(quoted, ([, text]) => text!.trim()).filter((text) => text !== ''),
  };
}
