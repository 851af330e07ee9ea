import type { LessonAnalysis } from '../../../language/analysis.ts';
import { upperInitial } from '../../../language/clean-sentence.ts';
import { listSequences } from '../../../language/facts-of-sequence.ts';
import type { Sequence, Step } from '../../../language/facts-of-sequence.ts';
import type { Sentence } from '../../../language/sentence.ts';
import { contentStems } from '../../../../items/words.ts';
import { lazily } from './candidate.ts';
import type { Candidate, Distractor } from './candidate.ts';

/** "What happens directly after …?", and "Which of these steps comes first?" where there are only three. */
export function sequenceForms(analysis: LessonAnalysis): Candidate[] {
  return listSequences(analysis).flatMap((steps) => [
    ...steps.flatMap((_, index) => (index + 1 < steps.length ? afterForm(steps, index) : [])),
    ...endForms(steps, analysis.sectionHeadings[steps[0]?.sentence.section ?? 0] ?? null),
  ]);
}

function afterForm(steps: Sequence, index: number): Candidate[] {
  const step = steps[index];
  const next = steps[index + 1];
  if (!step || !next || steps.length < 4) return [];
  const others = steps.filter((other) => other !== step && other !== next);
  const past = /\b(?:was|were)\b/u.test(step.text);
  const stem = step.isOrder
    ? `Which step comes directly after “${upperInitial(step.text)}”?`
    : `What ${past ? 'happened' : 'happens'} directly after ${step.text}?`;
  return [
    {
      form: 'sequence',
      level: 'understand',
      stem,
      key: upperInitial(next.text),
      sentence: spanOf(step, next),
      pool: lazily(() => toPool(others)),
      explanation: `${upperInitial(next.text)}. That comes directly after this step: ${step.text}.`,
      formWorth: 0.95,
      floor: 0,
    },
  ];
}

function endForms(steps: Sequence, heading: string | null): Candidate[] {
  const where = heading === null ? 'Which' : `Under “${heading}”, which`;
  const first = steps[0];
  const last = steps.at(-1);
  if (!first || !last || steps.length > 5) return [];
  return [
    { step: first, which: 'first', other: 'last' },
    { step: last, which: 'last', other: 'first' },
  ].map(({ step, which }) => ({
    form: 'sequence',
    level: 'analyze' as const,
    stem: `${where} of these steps comes ${which}?`,
    key: upperInitial(step.text),
    sentence: step.sentence,
    pool: lazily(() => toPool(steps.filter((other) => other !== step))),
    explanation: `${which === 'first' ? 'The first' : 'The last'} step is this: ${step.text}.`,
    formWorth: 0.7,
    floor: 0,
  }));
}

function toPool(steps: readonly Step[]): Distractor[] {
  return steps.map((step) => ({
    text: upperInitial(step.text),
    from: step.sentence,
    fit: 0.6,
    variant: true,
  }));
}

/** Both steps as evidence, where they stand in one passage. */
function spanOf(step: Step, next: Step): Sentence {
  const { passage, quote } = step.sentence;
  const from = passage.text.indexOf(quote);
  const to = passage.text.indexOf(next.sentence.quote, from);
  return next.sentence.passage === passage && from >= 0 && to >= from
    ? {
        ...next.sentence,
        quote: passage.text.slice(from, to + next.sentence.quote.length),
        stems: contentStems(`${step.sentence.text} ${next.sentence.text}`),
      }
    : next.sentence;
}
