import type { Candidate, Distractor } from './candidate.ts';
import type { ComposedOption } from './composed-question.ts';
import { AGREEMENT } from './forms-of-agreement.ts';

/** Which sentences of the lesson a set has shown as they are, and which with a word turned round. */
export interface Told {
  /** The wrong answers that give no other question away; none where the key has stood turned round in one. */
  allowed(candidate: Candidate, pool: readonly Distractor[]): readonly Distractor[];
  note(candidate: Candidate, pool: readonly Distractor[], options: readonly ComposedOption[]): void;
}

/** A sentence that is right in one question and turned round in another would give both away. */
export function createTold(): Told {
  const right = new Set<number>();
  const turned = new Set<number>();
  return {
    allowed({ form, sentence }, pool) {
      if (form !== AGREEMENT) return pool;
      if (turned.has(sentence.index)) return [];
      return pool.filter(
        ({ from }) => from === undefined || from.index === sentence.index || !right.has(from.index),
      );
    },
    note({ form, sentence }, pool, options) {
      if (form !== AGREEMENT) return;
      right.add(sentence.index);
      for (const { text, from } of pool)
        if (
          from !== undefined &&
          from.index !== sentence.index &&
          options.some((option) => option.text === text)
        )
          turned.add(from.index);
    },
  };
}
