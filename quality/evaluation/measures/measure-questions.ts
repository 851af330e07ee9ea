import { checkQuestion, checkSet } from '#contract/question-rules/checks/check-question.ts';
import { createLessonSupport, type LessonSupport } from '#contract/question-rules/checks/lesson-support.ts';
import { findLevel } from '#contract/question-rules/levels/find-level.ts';
import type { ComposedQuestion } from '#server/features/quizzes/writer/compose/composed-question.ts';
import type { LessonAnalysis } from '#server/language/analysis.ts';
import type { LessonText } from '#server/language/lesson-text.ts';
import { meaningWords, shareWithin, splitWords } from './content-words.ts';
import { listBrokenCriteria } from './nineteen-criteria.ts';
import { emptyTally, type Failure, type QuestionTally } from './question-tally.ts';

/** The lesson as questions are held against it, made once for all its sets. */
export interface LessonRuler {
  readonly name: string;
  readonly text: LessonText;
  readonly passages: readonly string[];
  readonly support: LessonSupport;
  readonly sections: number;
}

export function makeRuler(name: string, text: LessonText, analysis: LessonAnalysis): LessonRuler {
  return {
    name,
    text,
    passages: text.passages.map((passage) => passage.text),
    support: createLessonSupport(analysis.sentences.map((sentence) => sentence.text)),
    sections: new Set(text.passages.map((passage) => passage.section)).size,
  };
}

/** Measures one set of questions. `asked` is how many were wanted. */
export function measureQuestions(
  questions: readonly ComposedQuestion[],
  asked: number,
  ruler: LessonRuler,
): QuestionTally {
  const tally = emptyTally();
  tally.sets = 1;
  tally.asked = asked;
  tally.made = questions.length;
  const beside = checkSet(questions.map((question) => ({ ...question, quote: question.evidence.quote })));
  for (const [index, question] of questions.entries()) {
    const fail = (kind: string, detail = ''): void => {
      tally.failures.push({ lesson: ruler.name, kind, question, detail } satisfies Failure);
    };
    const source = { passages: ruler.passages, support: ruler.support };
    const found = checkQuestion({ ...question, quote: question.evidence.quote }, source);
    const codes: string[] = [...found, ...(beside[index] ?? [])].map((flaw) => flaw.code);
    if (found.length <= 1) tally.atMostOneFlaw += 1;
    else fail('flaws', codes.join(', '));
    const broken = listBrokenCriteria(question);
    if (broken.length <= 1) tally.atMostOneBroken += 1;
    if (broken.length > 0) fail('criteria', broken.join(', '));
    for (const name of broken) tally.broken.set(name, (tally.broken.get(name) ?? 0) + 1);
    if (isCited(question, ruler)) tally.cited += 1;
    else fail('evidence', question.evidence.quote);
    if (codes.includes('duplicate_stem')) tally.duplicateStems += 1;
    if (codes.includes('same_fact')) tally.sameFacts += 1;
    const level = findLevel({ ...question, quote: question.evidence.quote });
    if (level === question.blooms_taxonomy) tally.levelFound += 1;
    else fail('level', `said ${question.blooms_taxonomy}, found ${level}`);
    if (question.type === 'multiple_choice') measureOptions(question, codes, ruler, tally, fail);
  }
  tally.sectionShare = questions.length === 0 ? 0 : touchedSections(questions, ruler) / ruler.sections;
  return tally;
}

function measureOptions(
  question: ComposedQuestion,
  codes: readonly string[],
  ruler: LessonRuler,
  tally: QuestionTally,
  fail: (kind: string, detail?: string) => void,
): void {
  const { options } = question;
  const at = options.findIndex((option) => option.is_correct);
  const key = options[at]?.text ?? '';
  const wrong = options.filter((option) => !option.is_correct).map((option) => option.text);
  tally.worded += 1;
  tally.positions[at] = (tally.positions[at] ?? 0) + 1;
  options.forEach((_, place) => (tally.expected[place] = (tally.expected[place] ?? 0) + 1 / options.length));
  if (wrong.every((option) => option.length < key.length)) tally.keyLongest += 1;
  tally.lengthRatios += key.length / (wrong.reduce((sum, option) => sum + option.length, 0) / wrong.length);
  if (hasSameOptions(options.map((option) => option.text)) || codes.includes('overlapping_options')) {
    tally.overlappingOptions += 1;
    fail('overlap');
  }
  if (codes.includes('distractor_supported')) {
    tally.supportedDistractors += 1;
    fail('supported');
  }
  const suspect = wrong.find((option) => isStated(question.text, key, option, ruler));
  if (suspect !== undefined) {
    tally.suspectDistractors += 1;
    fail('suspect', suspect);
  }
}

/** The quote stands in its passage word for word, and holds at least two thirds of the key's words or of each key point's. */
function isCited(
  { evidence, options, key_points: points, type }: ComposedQuestion,
  ruler: LessonRuler,
): boolean {
  const passage = ruler.text.passages.find((candidate) => candidate.id === evidence.passage_id);
  if (evidence.quote.trim() === '' || passage?.text.includes(evidence.quote) !== true) return false;
  const quote = meaningWords(evidence.quote);
  if (type === 'multiple_choice')
    return shareWithin(meaningWords(options.find((option) => option.is_correct)?.text ?? ''), quote) >= 0.66;
  // An essay's points come from all over the lesson: one at least must be its evidence's.
  return points.some((point) => shareWithin(meaningWords(point), quote) >= 0.66);
}

function hasSameOptions(options: readonly string[]): boolean {
  const plain = options.map((option) =>
    splitWords(option)
      .filter((word) => !['a', 'an', 'the'].includes(word))
      .join(' '),
  );
  return new Set(plain).size < plain.length;
}

/** A second, blunter search than the checker's: one sentence holds all of a distractor and most of what the stem asks. */
function isStated(stem: string, key: string, distractor: string, { passages }: LessonRuler): boolean {
  const answer = meaningWords(distractor);
  const asked = new Set([...meaningWords(stem)].filter((word) => !answer.has(word)));
  const keyWords = new Set([...meaningWords(key)].filter((word) => !answer.has(word) && !asked.has(word)));
  if (answer.size === 0 || asked.size === 0) return false;
  return passages.some((passage) =>
    passage.split(/(?<=[.!?;])\s+/u).some((sentence) => {
      const words = meaningWords(sentence);
      return (
        shareWithin(answer, words) === 1 &&
        shareWithin(asked, words) >= 0.7 &&
        // A sentence that says the key as well sets the two apart or lists them: the checker judges those.
        (keyWords.size === 0 || shareWithin(keyWords, words) < 0.5)
      );
    }),
  );
}

function touchedSections(questions: readonly ComposedQuestion[], { text }: LessonRuler): number {
  const sectionOf = new Map(text.passages.map((passage) => [passage.id, passage.section]));
  return new Set(questions.map((question) => sectionOf.get(question.evidence.passage_id))).size;
}
