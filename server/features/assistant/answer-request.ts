import {
  GREETING_REPLY,
  HELP_REPLY,
  NO_TIPS_REPLY,
  THANKS_REPLY,
  TIPS_INTRO,
} from '#contract/assistant-replies.ts';
import type { AnswerStatement, Citation } from '#contract/assistant.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { listBestQuestions, type BestQuestion } from '../quizzes/bank/best-questions.ts';
import { listBestFacts } from '../quizzes/bank/facts.ts';
import { asksForHelp, isPleasantry, plainQuestion } from './compose/read-question.ts';
import type { KeptQuestion } from './keep-question.ts';

/** A statement with what it cites in full. */
export interface CitedStatement {
  readonly statement: Omit<AnswerStatement, 'citations'>;
  readonly citations: Citation[];
}

const THANKS = /\b(?:thanks?|thx|cheers|bye|goodbye|great|nice|cool|perfect|gracias|adi[oó]s)\b/iu;
const EXAM = String.raw`(?:the |my |an? |our |this |next )?(?:\w+ )?(?:exams?|tests?|quiz|midterms?|finals?)\b`;
const TIPS = new RegExp(
  [
    String.raw`\b(?:exam|test|study|revision|learning) (?:tips?|hints?|advice)\b`,
    String.raw`\b(?:tips?|hints?|advice) (?:for|on|to pass) ${EXAM}`,
    String.raw`^what (?:(?:should|must|do|would) (?:i|we|you) (?:need to |have to )?(?:know|learn|study|revise|remember|understand)|(?:is|are the) (?:most )?important(?: \w+)?)(?: \w+)? (?:for|before) ${EXAM}`,
    String.raw`^(?:help me )?(?:prepare|study|revise|get ready)(?: me| us)? for ${EXAM}`,
    String.raw`\bconsejos? (?:de estudio|para (?:el|un|mi) (?:\w+ )?examen)\b`,
    String.raw`qué (?:debo|tengo que|hay que) (?:saber|estudiar|repasar) para (?:el|un|mi) examen\b`,
    String.raw`^how (?:should|do|can) (?:i|we) (?:best )?(?:prepare|study|revise|get ready) for ${EXAM}`,
  ].join('|'),
  'u',
);
const NUMBERS = [
  'one two three four five six seven eight nine ten',
  'uno dos tres cuatro cinco seis siete ocho nueve diez',
].map((words) => words.split(' '));
const TIPS_DEFAULT = 3;
const TIPS_MAXIMUM = 10;
/** Where to choose from, so that tips can be about different parts of the lessons. */
const CONSIDERED = 60;

/**
 * Answers messages that are not questions about the lessons: a greeting, thanks, or a request for help or exam tips. Undefined
 * for everything else.
 */
export async function answerRequest(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  { text, scope }: Pick<KeptQuestion, 'text' | 'scope'>,
): Promise<CitedStatement[] | undefined> {
  if (asksForHelp(text)) return [say(HELP_REPLY, 0)];
  if (isPleasantry(text)) return [say(THANKS.test(text) ? THANKS_REPLY : GREETING_REPLY, 0)];
  const count = countTips(text);
  if (count === undefined) return undefined;
  const best = await listBestQuestions(dependencies, actor, scope, CONSIDERED);
  const chosen = spread(best, count);
  if (chosen.length > 0) return [say(TIPS_INTRO, 0), ...chosen.flatMap(tipOf)];
  const facts = await listBestFacts(dependencies, actor, scope, count);
  return facts.length === 0 ? [say(NO_TIPS_REPLY, 0)] : [say(TIPS_INTRO, 0), ...facts.flatMap(tipOfFact)];
}

/** How many tips a request asks for; undefined for any other text. */
export function countTips(text: string): number | undefined {
  const plain = plainQuestion(text);
  if (!TIPS.test(plain)) return undefined;
  for (const word of plain.split(' ')) {
    const count = Math.max(...NUMBERS.map((words) => words.indexOf(word))) + 1 || Number(word);
    if (count > 0) return Math.min(TIPS_MAXIMUM, count);
  }
  return TIPS_DEFAULT;
}

const say = (text: string, paragraph: number): CitedStatement => ({
  statement: { text, kind: 'link', paragraph },
  citations: [],
});

const tipOf = ({ text, question, lesson }: BestQuestion, index: number): CitedStatement[] => [
  say(`${index + 1}. ${text}`, index + 1),
  {
    statement: { text: question.evidence.quote, kind: 'quoted', paragraph: index + 1 },
    citations: [{ ...lesson, evidence: question.evidence }],
  },
];

const tipOfFact = (
  { fact, ...lesson }: Awaited<ReturnType<typeof listBestFacts>>[number],
  index: number,
): CitedStatement[] => [
  say(`${index + 1}.`, index + 1),
  {
    statement: { text: fact.evidence.quote, kind: 'quoted', paragraph: index + 1 },
    citations: [{ ...lesson, evidence: fact.evidence }],
  },
];

/** The best of each part of the lessons, then the others; no passage twice. */
function spread(best: readonly BestQuestion[], count: number): BestQuestion[] {
  const chosen: BestQuestion[] = [];
  const take = (isOpen: (candidate: BestQuestion) => boolean): void => {
    for (const candidate of best) {
      if (chosen.length < count && isOpen(candidate)) chosen.push(candidate);
    }
  };
  const keyOf = ({ lesson, section }: BestQuestion): string => `${lesson.lesson_id} ${section}`;
  take((candidate) => chosen.every((other) => keyOf(other) !== keyOf(candidate)));
  take(({ question }) =>
    chosen.every((other) => other.question.evidence.passage_id !== question.evidence.passage_id),
  );
  return chosen;
}
