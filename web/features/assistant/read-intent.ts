import { QUESTION_COUNT_MAXIMUM } from '#contract/question-kinds.ts';
import type { GenerateQuestionsRequest } from '#contract/quizzes.ts';
import { toEnglishRequest } from './spanish-requests.ts';

/** The questions that a message asks for. */
export type QuizWish = Pick<GenerateQuestionsRequest, 'answer_style' | 'question_count'> &
  Partial<Pick<GenerateQuestionsRequest, 'difficulty' | 'pages'>> & {
    /** `practice` asks them one by one. */
    readonly mode: 'list' | 'practice';
    /** What they should be about, in the instructor's words. */
    readonly topic?: string;
  };

/** What a message wants done. Everything else is a question about the lessons. */
export type Intent =
  | { readonly kind: 'quiz' }
  | { readonly kind: 'summarize' }
  | { readonly kind: 'questions'; readonly wish: QuizWish }
  | { readonly kind: 'question' };

const QUIZ_REQUEST = /create a quiz|quiz for|generate quiz/u;
const NUMBERS = 'one two three four five six seven eight nine ten'.split(' ');
const COUNT_DEFAULT = 5;
const POLITE =
  /^(?:(?:please|now|ok|okay|can you|could you|would you|will you|i want you to|i (?:want|need|would like)|i['’]d like|let['’]s have)[, ]+)+/u;
const COUNT = `\\d{1,3}|${NUMBERS.join('|')}`;
const NUMBER = `(${COUNT}|an?|some|a few)`;
const VERB = '(?:write|make|create|generate|give|prepare|ask|draft)(?: me)?';
const DIFFICULTY = '(easy|simple|medium|hard|difficult|challenging)';
const STYLE = '(multiple[- ]choice|essay)';
const THING = '(?:this|that|the|my|our)(?: \\w+)?';
const LESSON =
  '(?:it|(?:this|that|the|my)(?: (?:whole|entire))?(?: (?:lesson|lecture|video|document|text|pdf|talk|recording|slides|deck|file))?)';
const SUMMARIZE = new RegExp(
  `^(?:(?:summari[sz]e|sum up)(?: ${LESSON})?(?: for me)?|tl;?dr|what is ${LESSON} about|(?:(?:give|write|make|create|show|tell) (?:me )?|what are )?(?:a |the )?(?:short |brief )?(?:summary|(?:main|key) (?:points|ideas))(?: (?:of|for|in|from) ${LESSON})?)$`,
  'u',
);
const QUESTIONS = new RegExp(
  `^(?:${VERB}(?: ${NUMBER})?|(${COUNT}))(?: (?:more|new|other))?(?: ${DIFFICULTY})?(?: ${STYLE})?(?: (?:quiz|exam|test|practice))? questions?(?: (.+))?$`,
  'u',
);
const ABOUT = '((?:on|about|from|of|for|to|in|with|covering|regarding|del?) .+)';
/** “make me a quiz about osmosis”, “generate a hard 10-question quiz” */
const QUIZ = new RegExp(
  `^${VERB}(?: (?:an?|the|another))?(?: (?:short|quick|little|practice))?(?: ${DIFFICULTY})?(?: (${COUNT})[- ]questions?)?(?: ${STYLE})? (?:quiz|test|exam)(?: (?:with|of) (${COUNT}) questions?)?(?: ${ABOUT})?$`,
  'u',
);
const PRACTICE = /^(?:quiz me|test (?:me|my knowledge))(?: (.+))?$/u;
/** "One question about osmosis: why does water move?" asks it itself. */
const ASKS_ITSELF =
  /[,.:;?–-] ?(?:and )?(?:what|which|who|whose|why|when|where|how|is|are|do|does|did|can|qué|quién|por qué|cuál|cuándo|dónde|cómo)(?!\p{L})/u;
const ASKED_ALOUD = /^ask\b/u;
const PAGES =
  /\b(?:on |from |about |of )?(?:pages?|p\.|pp\.|slides?) ?(\d{1,4})(?:(?: ?[-–] ?| to )(\d{1,4})|((?:,? (?:and )?\d{1,4})+))?/u;

/** What a message asks for, by its form alone. */
export function readIntent(text: string): Intent {
  const words = text.toLowerCase().replace(/\s+/gu, ' ');
  if (QUIZ_REQUEST.test(words)) return { kind: 'quiz' };
  const plain = toEnglishRequest(words)
    .replace(/[.!?… ]+$/u, '')
    .trim()
    .replace(POLITE, '')
    .replace(/,? please$/u, '');
  if (SUMMARIZE.test(plain)) return { kind: 'summarize' };
  const practice = PRACTICE.exec(plain);
  if (practice !== null) {
    return {
      kind: 'questions',
      wish: {
        mode: 'practice',
        answer_style: 'multiple_choice',
        question_count: COUNT_DEFAULT,
        ...readAbout(practice[1]),
      },
    };
  }
  const asked = readAsked(plain);
  if (asked === undefined) return { kind: 'question' };
  const { count, difficulty, style, about } = asked;
  return {
    kind: 'questions',
    wish: {
      mode: ASKED_ALOUD.test(plain) && style !== 'essay' ? 'practice' : 'list',
      answer_style: style === 'essay' ? 'essay' : 'multiple_choice',
      question_count: readCount(count),
      ...(difficulty === undefined ? {} : { difficulty: readDifficulty(difficulty) }),
      ...readAbout(about),
    },
  };
}

type Asked = Record<'count' | 'difficulty' | 'style' | 'about', string | undefined>;

function readAsked(plain: string): Asked | undefined {
  const questions = QUESTIONS.exec(plain);
  if (questions !== null) {
    const [, count, bareCount, difficulty, style, about] = questions;
    if (bareCount !== undefined && about !== undefined && !isTopic(about)) return undefined;
    return { count: count ?? bareCount, difficulty, style, about };
  }
  const quiz = QUIZ.exec(plain);
  if (quiz === null) return undefined;
  const [, difficulty, count, style, laterCount, about] = quiz;
  return { count: count ?? laterCount, difficulty, style, about };
}

const isTopic = (about: string): boolean =>
  new RegExp(`^${ABOUT}$`, 'u').test(about) && !ASKS_ITSELF.test(about);

function readCount(word: string | undefined): number {
  if (word === 'a' || word === 'an') return 1;
  const count = NUMBERS.indexOf(word ?? '') + 1 || Number(word);
  return Number.isInteger(count) && count > 0 ? Math.min(QUESTION_COUNT_MAXIMUM, count) : COUNT_DEFAULT;
}

function readDifficulty(word: string): 'easy' | 'medium' | 'hard' {
  if (word === 'easy' || word === 'simple') return 'easy';
  return word === 'medium' ? 'medium' : 'hard';
}

/** "on page 4", "about pages 4 to 6", "from this lesson", "about osmosis". */
function readAbout(words: string | undefined): Pick<QuizWish, 'pages' | 'topic'> {
  if (words === undefined) return {};
  const pages = PAGES.exec(words);
  if (pages !== null) return { pages: listPages(pages) };
  const topic = words.replace(/^(?:on|about|from|of|for|to|in|covering|regarding|del?) /u, '');
  return new RegExp(`^(?:${LESSON}|${THING} lesson)$`, 'u').test(topic) ? {} : { topic };
}

const MOST_PAGES = 200;

function listPages([, first, last, more]: RegExpExecArray): number[] {
  const start = Number(first);
  if (last !== undefined) {
    const length = Math.min(MOST_PAGES, Math.max(1, Number(last) - start + 1));
    return Array.from({ length }, (_, index) => start + index);
  }
  return [start, ...((more ?? '').match(/\d+/gu)?.map(Number) ?? [])].filter((page) => page > 0);
}
