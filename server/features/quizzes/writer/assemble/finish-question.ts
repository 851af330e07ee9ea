import { checkItem } from '../../../../../items/checks/check-item.ts';
import { estimateDifficulty } from '../../../../../items/difficulty/estimate-difficulty.ts';
import { evidenceOfPassage } from '../../../../language/evidence-of-passage.ts';
import { createRandom, shuffle } from '../../../../language/random.ts';
import type { ComposedQuestion } from '../compose/composed-question.ts';
import { seedOfText } from '../seed-of-text.ts';
import type { QuestionDraft } from './question-draft.ts';

/** Puts the options in order and adds what the instructor sees beside a question. */
export function finishQuestion(draft: QuestionDraft, distractors: readonly string[]): ComposedQuestion {
  const { passage, quote, key } = draft;
  const texts = [key, ...distractors];
  const options = shuffle(texts, createRandom(seedOfText(draft.stem))).map((text) => ({
    text,
    is_correct: text === key,
  }));
  const item = { text: draft.stem, type: 'multiple_choice' as const, options, quote };
  return {
    text: draft.stem,
    type: 'multiple_choice',
    blooms_taxonomy: draft.level,
    difficulty: estimateDifficulty(item, draft.level).difficulty,
    outcome: null,
    explanation: quote,
    evidence: evidenceOfPassage(passage, quote),
    options,
    key_points: [],
    rubric: null,
    flaws: checkItem(item),
  };
}
