/** What a question is about, as stems. */
export interface QuestionStems {
  /** At least one when there is anything to look for. */
  readonly content: readonly string[];
  /** Words found in any lesson, or that only ask: they help to choose a sentence, and prove nothing. */
  readonly weak: readonly string[];
}

/** Longer questions are about no more than this; a query of thousands of words is nobody's question. */
const MAXIMUM_STEMS = 40;

/** Stems (English Snowball) of words that ask rather than name, or that stand in any lesson. */
const WEAK = new Set(
  `according actual answer anyth ask becaus call case caus chapter class cours could course defin definit describ detail
  differ discuss document everyth exampl explain expand find first general get give happen help import inform involv
  know learn lectur lesson like list main make mani may mean mention much must name need one outlin part passag peopl
  person pleas possibl purpos question quick quot reason relat role said say see short show someth speak state summar
  summari take talk teach tell term text thing think topic two type understand use us video want way what's word work
  would write year`.split(/\s+/),
);

/** Only letters and digits are looked for; whatever else a person types has no meaning to the search. */
export const searchableText = (question: string): string => question.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ');

/** Sorts out what the question is about. When every word is weak, all of them count. */
export function sortStems(stems: readonly string[]): QuestionStems {
  const usable = stems.filter((stem) => /^[\p{L}\p{M}\p{N}]+$/u.test(stem)).slice(0, MAXIMUM_STEMS);
  const content = usable.filter((stem) => !WEAK.has(stem));
  return content.length === 0
    ? { content: usable, weak: [] }
    : { content, weak: usable.filter((stem) => WEAK.has(stem)) };
}
