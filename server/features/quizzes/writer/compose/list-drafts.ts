import { contentStems, stemWord } from '#contract/question-rules/words.ts';
import type { Steps } from '#server/in-turns.ts';
import { analyzeLessonInTurns, type LessonAnalysis } from '#server/language/analysis.ts';
import { findApposition } from '#server/language/appositions.ts';
import { findDefinition, findNaming } from '#server/language/definitions.ts';
import type { LessonText } from '#server/language/lesson-text.ts';
import { readNounPhrase, termKey } from '#server/language/noun-phrases.ts';
import { pointsElsewhere, type Sentence } from '#server/language/sentence.ts';
import type { RatedCandidate } from '#server/language/statements/rate-candidates.ts';
import { breaksOff } from '#server/language/statements/tighten-sentence.ts';
import { headOf, isTelling } from './kinds-of-terms.ts';

/** A question that could be asked, before its wrong answers are chosen. */
export interface Draft {
  /** `term`: its meaning is given and the term is asked for; `meaning`: the other way round. */
  readonly form: 'term' | 'meaning';
  readonly level: 'remember' | 'understand';
  readonly stem: string;
  /** The right answer as it stands in mid-sentence, a term without its article. */
  readonly key: string;
  /** The term that is explained, without its article. */
  readonly term: string;
  readonly plural: boolean;
  /** The lesson's sentence it rests on. */
  readonly origin: Sentence;
  /** Stems of the meaning: nothing that the lesson explains alike may stand beside the term. */
  readonly said: ReadonlySet<string>;
  /** How much the lesson would miss it, 0 to about 1.2. */
  readonly worth: number;
}

interface Explanation {
  /** With its article: "a reserve price". */
  readonly named: string;
  readonly term: string;
  readonly plural: boolean;
  /** "a minimum below which the seller refuses to sell" */
  readonly meaning: string;
}

const FEWEST_WORDS = 4;
const MOST_WORDS = 24;
/** What these mean stands in another sentence, save for a pronoun after some words: those name what it means. */
const LOOSE =
  /^(?:\S+ ){0,4}(?:it|its|they|them|their)\b|\b(?:she|he|her|his|him|this|these|those|such|another|(?<!each )others?|ones?|again|too|also|still|here|there|both|either|neither|in turn|same|second|first|third|instead|likewise|however|therefore|opposite)\b/iu;
/** A kind and what sets the term apart from others of that kind. */
const MEANING = /^(?:an?|the|any) |^\p{L}+s (?:that|which|who|of|in|for|between|made|used) /u;
/** "A common example of an inferior good", "the best-known case": one of several, and not what the term means. */
const NO_MEANING =
  /^(?:an?|the) (?:[\p{L}-]+ ){0,2}(?:examples?|cases?|ways?|parts?|results?|reasons?|problems?|signs?|idea|one)\b/iu;
const FURTHER_STATEMENT =
  /[;:]| [–—] |, (?:so|and|but|which|while|whereas|because|since|as|though|although) /u;

/** Two questions on every term that the lesson explains: for the term, and for its meaning. */
export function* listDrafts(analysis: LessonAnalysis, rated: readonly RatedCandidate[]): Steps<Draft[]> {
  const drafts: Draft[] = [];
  for (const candidate of rated) {
    drafts.push(...draftBoth(candidate, analysis));
    yield;
  }
  return drafts;
}

function draftBoth({ origin, sentence, worth }: RatedCandidate, analysis: LessonAnalysis): Draft[] {
  const found = explain(sentence, analysis);
  if (found === undefined) return [];
  const { named, term, plural, meaning } = found;
  const said = contentStems(meaning);
  const words = meaning.split(' ').length;
  if (words < FEWEST_WORDS || words > MOST_WORDS || said.size < 2 || !isTelling(term)) return [];
  if (LOOSE.test(meaning) || pointsElsewhere(meaning) || /["“”()[\]{}]/u.test(`${term}${meaning}`)) return [];
  if (!MEANING.test(meaning) || NO_MEANING.test(meaning) || isRevealed(term, said) || breaksOff(meaning))
    return [];
  const about = { term, plural, origin, said, worth };
  return [
    {
      ...about,
      form: 'term',
      level: 'remember',
      stem: `Which of these ${plural ? 'are' : 'is'} ${meaning}?`,
      key: term,
    },
    {
      ...about,
      form: 'meaning',
      level: 'understand',
      stem: `Which of these best describes ${named}?`,
      key: meaning,
    },
  ];
}

/** Whether the meaning holds a word of the term beside its head: "a divergent boundary is a plate boundary …" does not reveal it. */
const isRevealed = (term: string, said: ReadonlySet<string>): boolean => {
  const head = stemWord(headOf(term));
  return [...contentStems(term)].some((stem) => said.has(stem) && (stem !== head || !term.includes(' ')));
};

function explain(sentence: Sentence, analysis: LessonAnalysis): Explanation | undefined {
  const definition = findDefinition(sentence, analysis) ?? findApposition(sentence, analysis);
  if (definition !== undefined) {
    const { term, bareTerm, plural, meaning, be } = definition;
    return be === 'is' || be === 'are' ? { named: term, term: bareTerm, plural, meaning } : undefined;
  }
  const naming = findNaming(sentence, analysis);
  if (naming !== undefined)
    return { named: naming.name, term: naming.name, plural: naming.plural, meaning: naming.described };
  return readPlainly(sentence, analysis);
}

/** "Texture is the relative proportion of …": the subject is a term of the lesson, and the rest says what it is. */
function readPlainly({ text, tokens }: Sentence, { terms }: LessonAnalysis): Explanation | undefined {
  const subject = readNounPhrase(tokens, 0, tokens.length);
  const verb = subject && tokens[subject.end];
  if (subject === undefined || (verb?.lower !== 'is' && verb?.lower !== 'are')) return undefined;
  const term = terms.get(termKey(tokens, subject));
  if (term === undefined) return undefined;
  const [meaning = ''] = text.slice(verb.end).trim().replace(/[.!]$/u, '').split(FURTHER_STATEMENT);
  const article = subject.coreStart > subject.start ? (tokens[subject.start]?.lower ?? '') : '';
  if (article !== '' && !/^(?:an?|the)$/u.test(article)) return undefined;
  const plural = verb.lower === 'are';
  if (plural !== term.plural) return undefined;
  return { named: article === '' ? term.text : `${article} ${term.text}`, term: term.text, plural, meaning };
}

const MOST_TERMS = 200;

/**
 * The terms that lessons explain, without articles, each once: what else a course teaches, and so what its students may
 * mistake for a term of this lesson.
 */
export async function listExplainedTerms(lessons: readonly LessonText[]): Promise<string[]> {
  const terms = new Map<string, string>();
  for (const lesson of lessons) {
    const analysis = await analyzeLessonInTurns(lesson);
    for (const sentence of analysis.statements) {
      const term =
        (findDefinition(sentence, analysis) ?? findApposition(sentence, analysis))?.bareTerm ??
        findNaming(sentence, analysis)?.name;
      if (term !== undefined && !terms.has(term.toLowerCase())) terms.set(term.toLowerCase(), term);
    }
  }
  return [...terms.values()].slice(0, MOST_TERMS);
}
