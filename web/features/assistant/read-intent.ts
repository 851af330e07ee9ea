import { QUESTION_COUNT_MAXIMUM } from '#contract/question-kinds.ts';
import type { GenerateQuestionsRequest } from '#contract/quizzes.ts';

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
const POLITE = /^(?:(?:please|now|ok|okay|can you|could you|would you|will you|i want you to)[, ]+)+/u;
const NUMBER = `(\\d{1,3}|an?|some|a few|${NUMBERS.join('|')})`;
const THING = '(?:this|that|the|my|our)(?: \\w+)?';
const LESSON =
  '(?:it|(?:this|that|the|my)(?: (?:whole|entire))?(?: (?:lesson|lecture|video|document|text|pdf|talk|recording|slides|deck|file))?)';
const SUMMARIZE = new RegExp(
  `^(?:(?:summari[sz]e|sum up)(?: ${LESSON})?(?: for me)?|(?:(?:give|write|make|create|show) (?:me )?)?(?:a |the )?(?:short |brief )?summary(?: (?:of|for) ${LESSON})?)$`,
  'u',
);
const QUESTIONS = new RegExp(
  `^(?:write|make|create|generate|give|prepare|ask|draft)(?: me)?(?: ${NUMBER})?(?: (?:more|new|other))?(?: (easy|simple|medium|hard|difficult|challenging))?(?: (multiple[- ]choice|essay))?(?: (?:quiz|exam|test))? questions?(?: (.+))?$`,
  'u',
);
const PRACTICE = /^(?:quiz|test) me(?: (.+))?$/u;
const PAGES =
  /\b(?:on |from |about |of )?(?:pages?|p\.|pp\.|slides?) ?(\d{1,4})(?:(?: ?[-–] ?| to )(\d{1,4})|((?:,? (?:and )?\d{1,4})+))?/u;

/** What a message asks for, by its form alone. */
export function readIntent(text: string): Intent {
  const words = text.toLowerCase().replace(/\s+/gu, ' ');
  if (QUIZ_REQUEST.test(words)) return { kind: 'quiz' };
  const plain = words
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
  const asked = QUESTIONS.exec(plain);
  if (asked === null) return { kind: 'question' };
  const [, count, difficulty, style, about] = asked;
  return {
    kind: 'questions',
    wish: {
      mode: 'list',
      answer_style: style === 'essay' ? 'essay' : 'multiple_choice',
      question_count: readCount(count),
      ...(difficulty === undefined ? {} : { difficulty: readDifficulty(difficulty) }),
      ...readAbout(about),
    },
  };
}

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
  const topic = words.replace(/^(?:on|about|from|of|for|to|covering|regarding) /u, '');
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
