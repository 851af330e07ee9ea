import { EXPLAINED_REASONS } from '../../../language-model/explained-reasons.ts';
import type { SessionEnd } from './model-session.ts';

const ENDS: Readonly<Record<Exclude<SessionEnd, 'refused'>, string>> = {
  ...EXPLAINED_REASONS,
  unusable: 'The answers of the language model could not be used',
};

/** Why the model was not asked at all. */
export type NotAsked = 'language' | 'levels' | 'no_statements';

const NOT_ASKED: Readonly<Record<NotAsked, string>> = {
  language: 'The language model was not asked, since the lesson is not in English',
  levels: 'The language model was not asked, since multiple choice cannot test the levels asked for',
  no_statements: 'The language model was not asked, since the lesson states too little',
};

export interface WriterOutcome {
  readonly wanted: number;
  readonly ofModel: number;
  readonly ofComposer: number;
  readonly end: SessionEnd | NotAsked | null;
}

/** Why the model wrote none, or not all, in a sentence for the instructor; null where it wrote all. */
export function explainWriter({ wanted, ofModel, ofComposer, end }: WriterOutcome): string | null {
  if (ofModel >= wanted) return null;
  const none = 'None of the language model’s questions passed the checks';
  const some = 'Not all of the language model’s questions passed the checks';
  return `${explainEnd(end) ?? (ofModel === 0 ? none : some)}, ${explainRest(ofModel, ofComposer)}.`;
}

function explainEnd(end: SessionEnd | NotAsked | null): string | null {
  if (end === null || end === 'refused') return null;
  return end === 'language' || end === 'levels' || end === 'no_statements' ? NOT_ASKED[end] : ENDS[end];
}

function explainRest(ofModel: number, ofComposer: number): string {
  if (ofComposer === 0)
    return ofModel === 0
      ? 'and the built-in composer found nothing to ask either'
      : 'and the built-in composer had none to add';
  return ofModel === 0
    ? 'so the built-in composer wrote all questions'
    : `so the built-in composer wrote ${ofComposer} of ${ofModel + ofComposer} questions`;
}
