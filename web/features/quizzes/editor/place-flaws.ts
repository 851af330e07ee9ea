import type { Flaw, FlawDismissal } from '#contract/quizzes.ts';

/** The flaws of a question by the place where each can be fixed. */
export interface PlacedFlaws {
  readonly stem: readonly Flaw[];
  /** Of the options together. */
  readonly options: readonly Flaw[];
  /** Of one option, by its key. */
  readonly byOption: ReadonlyMap<string, readonly Flaw[]>;
  readonly evidence: readonly Flaw[];
}

export const NO_FLAWS: PlacedFlaws = { stem: [], options: [], byOption: new Map(), evidence: [] };

/**
 * Sorts flaws by place. A flaw that involves another question is fixed in the stem.
 * @param optionKeys the keys of the options in the order in which they were checked
 */
export function placeFlaws(flaws: readonly Flaw[], optionKeys: readonly string[]): PlacedFlaws {
  const stem: Flaw[] = [];
  const options: Flaw[] = [];
  const evidence: Flaw[] = [];
  const byOption = new Map<string, Flaw[]>();
  for (const flaw of flaws) {
    const optionKey = optionKeys[flaw.option_index ?? -1];
    if (flaw.place === 'evidence') evidence.push(flaw);
    else if (flaw.place !== 'options') stem.push(flaw);
    else if (optionKey === undefined) options.push(flaw);
    else byOption.set(optionKey, [...(byOption.get(optionKey) ?? []), flaw]);
  }
  return { stem, options, byOption, evidence };
}

interface WithDismissals {
  readonly dismissedFlaws: readonly FlawDismissal[];
}

export const findDismissal = (
  { dismissedFlaws }: WithDismissals,
  { code }: Pick<Flaw, 'code'>,
): FlawDismissal | undefined => dismissedFlaws.find((dismissal) => dismissal.code === code);

/** The flaws that were not dismissed. */
export const listOpenFlaws = (question: WithDismissals, flaws: readonly Flaw[]): Flaw[] =>
  flaws.filter((flaw) => findDismissal(question, flaw) === undefined);

/** The server refuses to publish a question without exactly one right answer. */
export const isDismissible = (code: string): code is FlawDismissal['code'] => code !== 'key_count';
