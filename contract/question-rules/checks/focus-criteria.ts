import { contentStems, listWords } from '../words.ts';
import type { CheckedQuestion, Flaw } from './checked-question.ts';
import { isEnglish, listSentences, optionFlaw, stemFlaw } from './question-text.ts';

/**
 * Criteria on what the stem asks: three of the question-writing flaws of Tarrant et al. (Nurse Education Today 26, 2006), as
 * Moore et al. made them rules (EC-TEL 2023, arXiv 2307.08161; SAQUET, AIED 2024). The rules here are a new implementation.
 */

const QUESTION_WORD = /\b(?:what|which|who|whom|whose|when|where|why|how)\b/iu;
const TASK_WORD =
  /^(?:arrange|calculate|choose|classify|compute|convert|determine|estimate|evaluate|find|identify|match|name|order|pick|predict|rank|select|simplify|solve)\b/iu;
const QUESTION_MARK = /[?？؟]["”')\]]*$/u;
/** A sentence may end with these where the options continue it. */
const COMPLETION = new Set(
  `a about an are as at be because been by called cause causes contain contains for from had has have if in include
  includes into is mean means of on refers than that the through to was were when which with`.split(/\s+/u),
);
const ASKS_FOR_TRUTH =
  /\bwhich\b(?: one)?(?: of (?:the following|these|those|the))? ?(?:statements?|sentences?|claims?|options?|answers?|choices?)?\b[^?.;]{0,120}?\b(?:is|are) (?:most |more |the most )?(?:true|correct|right|accurate|valid|false|incorrect|wrong|untrue)\b/iu;
const OF_STATEMENTS =
  /\bwhich\b(?: one)?(?: of (?:the following|these|those)\b|(?: of the)? (?:statements?|sentences?|claims?|options?|answers?|choices?)\b)/iu;

/**
 * Unfocused stem (Tarrant et al., 2006): it should ask one thing that a prepared student can answer with the options
 * covered. As a rule: a whole question, a task, or a sentence that breaks off at its end; and not "which is true?".
 */
export function findUnfocusedStem(question: CheckedQuestion): Flaw | null {
  if (question.type === 'essay') return null;
  const stem = question.text.trim();
  const words = listWords(stem);
  const truth = OF_STATEMENTS.test(stem) ? ASKS_FOR_TRUTH.exec(stem) : null;
  if (truth)
    return stemFlaw(
      'unfocused_stem',
      [truth[0]],
      'The stem only asks which option is true. Ask the one thing that the correct option answers.',
    );
  if (asks(stem, words) || setsTask(stem, words) || breaksOff(stem, words)) return null;
  return stemFlaw(
    'unfocused_stem',
    stem === '' ? [] : [stem],
    'The stem asks nothing by itself. Write a whole question that can be answered with the options covered.',
  );
}

function asks(stem: string, words: readonly string[]): boolean {
  return (
    QUESTION_MARK.test(stem) &&
    (words.length >= 3 || !isEnglish(stem)) &&
    (QUESTION_WORD.test(stem) || /\bor\b/iu.test(stem) || !isEnglish(stem)) &&
    /\p{L}/u.test(stem)
  );
}

function setsTask(stem: string, words: readonly string[]): boolean {
  return words.length >= 4 && TASK_WORD.test(listSentences(stem).at(-1) ?? '');
}

function breaksOff(stem: string, words: readonly string[]): boolean {
  return (
    words.length >= 6 &&
    COMPLETION.has(words.at(-1) ?? '') &&
    !/[.?!]$/u.test(stem.replace(/\.{3}$/u, '')) &&
    contentStems(stem).size >= 2
  );
}

/** Fill in the blank (Tarrant et al., 2006): a gap inside the stem makes it harder to read, not to answer. */
export function findBlank(question: CheckedQuestion): Flaw | null {
  const found = /_{2,}|\.{4,}|…\s?\?|\[\s{0,9}\]|-{4,}|\(\s{2,9}\)|\[blank\]/iu.exec(question.text);
  return found
    ? stemFlaw(
        'fill_in_the_blank',
        [found[0]],
        'The stem has a blank to fill. Turn it into a question whose answer is what now goes into the blank.',
      )
    : null;
}

const VERDICT = /^(?:true|false|yes|no|correct|incorrect|right|wrong)\b(?=$|[,;:.!\s–—-])/iu;

/**
 * True or false question (Tarrant et al., 2006): guessed right half the time. As a rule: two or three bare verdicts as
 * options, several options that open with a verdict, or a stem that says "true or false".
 */
export function findTrueOrFalse(question: CheckedQuestion): Flaw | null {
  const inStem = /^\s{0,20}(?:true or false|true\/false|is it true that|t\/f)\b/iu.exec(question.text);
  const message =
    'A true-or-false question is guessed right half the time. Ask what, why or how, with answers that differ in content.';
  if (inStem) return stemFlaw('true_or_false', [inStem[0].trim()], message);
  const verdicts = question.options.flatMap((option) => VERDICT.exec(option.text.trim())?.[0] ?? []);
  const opening = new Set(verdicts.map((verdict) => verdict.toLowerCase()));
  const areVerdicts =
    question.options.length >= 2 &&
    verdicts.length * 2 >= question.options.length &&
    verdicts.length >= 2 &&
    [
      ['true', 'false'],
      ['yes', 'no'],
      ['correct', 'incorrect'],
      ['right', 'wrong'],
    ].some((pair) => pair.every((verdict) => opening.has(verdict)));
  return areVerdicts ? optionFlaw('true_or_false', null, [...new Set(verdicts)], message) : null;
}
