import type { LessonAnalysis } from './analysis.ts';
import { predicateText, subjectText } from './clause-text.ts';
import { findCondition } from './facts-of-reason.ts';
import { addressesReader, hasBarePronoun, isPersonal, pointsElsewhere } from './sentence.ts';
import type { Sentence } from './sentence.ts';
import { isKnownVerb } from './wordnet.ts';

/** One step of a procedure. */
export interface Step {
  /** Cased for mid-sentence, without full stop: a clause, or an order such as "wash the hands". */
  readonly text: string;
  readonly isOrder: boolean;
  readonly sentence: Sentence;
}

/** Steps that the lesson gives in order. */
export type Sequence = readonly Step[];

const NUMBERED = /^\(?(\d{1,2})[.)]\s+/u;
const OPENING =
  /^(?:(?:so|okay|ok|now|well|right|alright|and|um|uh)\b[,\s]*)*(?:first|firstly|first of all|to begin(?: with)?|initially)\b|^(?:\S+\s){1,6}first\s(?=\p{Ll}+s?\b)/iu;
const FOLLOWING =
  /^(?:(?:so|okay|ok|now|well|right|alright|and|um|uh)\b[,\s]*)*(?:next|then|second|secondly|third|thirdly|fourth|after that|afterwards|subsequently|finally|lastly|in the (?:next|last|final) step)\b|^(?:\S+\s){1,6}(?:then|next|finally|subsequently)\s(?=\p{Ll})/iu;

/** Procedures of three steps and more: numbered lists, and "first … then … finally" in sentences that follow each other. */
export function listSequences(analysis: LessonAnalysis): Sequence[] {
  const sequences: Sequence[] = [];
  let steps: Step[] = [];
  let lastIndex = -9;
  let expected = 0;
  const close = (): void => {
    if (steps.length >= 3 && new Set(steps.map((step) => step.text)).size === steps.length)
      sequences.push(steps);
    steps = [];
    expected = 0;
  };
  for (const sentence of analysis.sentences) {
    const number = Number(NUMBERED.exec(sentence.quote)?.[1] ?? 0);
    const follows = steps[0]?.sentence.section === sentence.section;
    if (number > 0) {
      if (number !== expected || !follows) close();
      const step = number === expected || number === 1 ? readStep(sentence, analysis) : undefined;
      if (step) {
        steps.push(step);
        expected = number + 1;
      } else close();
      continue;
    }
    if (expected > 0) close();
    if (OPENING.test(sentence.quote)) {
      close();
      start(sentence);
    } else if (FOLLOWING.test(sentence.quote) && sentence.index - lastIndex <= 2 && follows) {
      const step = readStep(sentence, analysis);
      if (step) steps.push(step);
      lastIndex = sentence.index;
      if (!step) close();
    } else if (FOLLOWING.test(sentence.quote)) {
      close();
      // "The nurse stops it. The nurse then …": what stands right before is the first step.
      const before = analysis.sentences[sentence.index - 1];
      if (before?.section === sentence.section) start(before);
      const step = readStep(sentence, analysis);
      if (step && steps.length > 0) steps.push(step);
      else close();
      lastIndex = sentence.index;
    }
  }
  close();
  return sequences;

  function start(sentence: Sentence): void {
    const step = readStep(sentence, analysis);
    steps = step ? [step] : [];
    lastIndex = sentence.index;
  }
}

function readStep(sentence: Sentence, analysis: LessonAnalysis): Step | undefined {
  const order = readOrder(sentence);
  if (order !== undefined) return { text: order, isOrder: true, sentence };
  const conditional = findCondition(sentence, analysis);
  const { clause } = sentence;
  const whole =
    conditional?.outcome ??
    (clause?.subjectStart === 0 && !clause.negated
      ? `${subjectText(sentence, clause, analysis.casing)} ${predicateText(sentence, clause)}`
      : undefined);
  const text = whole?.replace(/ (?:first|then|next|finally|subsequently)(?= \p{Ll})/u, '');
  return text !== undefined && isUsable(text) ? { text, isOrder: false, sentence } : undefined;
}

/** "1. Wash the hands and put on gloves.": begins with a verb. */
function readOrder(sentence: Sentence): string | undefined {
  const text = sentence.text.replace(NUMBERED, '').replace(/[.;]$/u, '');
  const first = /^\p{Lu}?\p{Ll}+/u.exec(text)?.[0]?.toLowerCase();
  if (!NUMBERED.test(sentence.quote) || first === undefined || !isKnownVerb(first)) return undefined;
  const lowered = text.slice(0, 1).toLowerCase() + text.slice(1);
  return isUsable(lowered) ? lowered : undefined;
}

function isUsable(text: string): boolean {
  const words = text.split(' ').length;
  return (
    words >= 3 &&
    words <= 18 &&
    !pointsElsewhere(text) &&
    !hasBarePronoun(text) &&
    !isPersonal(text) &&
    !addressesReader(text)
  );
}
