import { containment, contentStems, listWords, stemWord } from '#contract/question-rules/words.ts';
import { splitSentences } from '#server/documents/sentences.ts';
import type { LessonAnalysis } from '#server/language/analysis.ts';
import { readTokens } from '#server/language/tokens.ts';
import { headOf, isPerson } from '../compose/kinds-of-terms.ts';
import type { ExtractedTerm, NamedTerm, TermFact } from './extract-terms.ts';
import { isCountableNoun, isPlural, withNumberOf } from './word-number.ts';
import { wordTermQuestion } from './word-term-question.ts';

const MOST_TERM_WORDS = 4;
const FEWEST_QUESTION_WORDS = 4;
const MOST_QUESTION_WORDS = 30;
/** How much of what sets the term apart its sentence, or that and the next, must say in the same words. */
const LEAST_SHARE_OF_QUOTE = 0.7;

const LOOSE_WORDS =
  /\b(?:this|these|those|it's|you|your|you're|we|our|i|i'm|um|uh|passage|lesson|text|lecture|example|say|famous)\b/iu;
const LOOSE_PRONOUN = /^(?:the|an?) [^,]*\b(?:it|them)$|^(?:\S+ ){0,3}(?:it|they|them|he|she|his|her)\b/iu;

/** The term itself, where it is a short noun phrase of the passage: good enough for a wrong answer, whatever was said of it. */
export function readNamedTerm(extracted: ExtractedTerm, analysis: LessonAnalysis): NamedTerm | undefined {
  const { passage } = extracted;
  const term = normalizeTerm(extracted.term, analysis);
  if (term === undefined || isPerson(term, analysis)) return undefined;
  if (containment(contentStems(term), contentStems(passage.text)) < 1 || isUsedAsVerb(term, passage.text))
    return undefined;
  return {
    term,
    article: articleIn(passage.text, term),
    plural: isPlural(term),
    kind: splitKind(extracted).kind,
    meaning: undefined,
    said: splitKind(extracted).which,
    passage,
  };
}

/**
 * Turns what the model read into a fact, or rejects it. The model lists anything a passage mentions and pads what it says
 * with what it knows, so the rest must be the passage's own words.
 */
export function checkExtractedTerm(extracted: ExtractedTerm, analysis: LessonAnalysis): TermFact | undefined {
  const named = readNamedTerm(extracted, analysis);
  if (!named) return undefined;
  const { term, passage } = named;
  const { kind, which } = splitKind(extracted);
  if (LOOSE_WORDS.test(which) || LOOSE_PRONOUN.test(which) || /[;:]/u.test(which)) return undefined;
  if ((which.match(/,/gu)?.length ?? 0) > 2 || contentStems(which).size < 2) return undefined;
  // What a thing is not sets nothing apart, and a negative question misleads.
  if (/^(?:\S+ )?(?:not|never|no|neither|cannot)\b/u.test(which)) return undefined;
  // Years belong to stories.
  if (/\b1\d{3}\b|\b20\d{2}\b/u.test(which)) return undefined;
  const worded = wordTermQuestion(kind, which, term);
  if (!worded || revealsTerm(worded.question, term, kind)) return undefined;
  const words = listWords(worded.question).length;
  if (words < FEWEST_QUESTION_WORDS || words > MOST_QUESTION_WORDS) return undefined;
  const quote = findQuote(passage.text, term, which, extracted.sentence);
  if (quote === undefined) return undefined;
  return {
    ...named,
    // "Which vaccine contains …?" asks for one vaccine, though the lesson speaks of vaccines.
    term: withNumberOf(term, worded.plural, isPlural(term) || isCountableNoun(headOf(term))),
    plural: worded.plural,
    question: worded.question,
    meaning: worded.meaning,
    quote,
    trust: isAboutTerm(quote, term) ? 0.8 : 0.5,
  };
}

/**
 * The model often puts what sets a term apart into the kind ("vaccine that contains a weakened microbe"), and runs on into
 * the next clause (", but most live only a day").
 */
function splitKind({ kind, which }: ExtractedTerm): { kind: string; which: string } {
  const bare = kind
    .trim()
    .replace(/^(?:an?|the)\s+/iu, '')
    .replace(/^(?:types?|kinds?|forms?|sorts?) of (?:an? )?/iu, '');
  const [head = '', ...rest] = bare.split(/ (?:that|which|who) /u);
  if (rest.length > 0) return { kind: head, which: rest.join(' that ') };
  return {
    kind: bare,
    which: which
      .trim()
      .replace(/,? (?:but|so|whereas|while|although)\b.*$/u, '')
      .replace(/[.,;\s]+$/u, ''),
  };
}

/** Subject first, or name last: "Neutrophils arrive …", "… is called the stroma". Elsewhere the model misreads more. */
function isAboutTerm(quote: string, term: string): boolean {
  const at = quote.toLowerCase().indexOf(term.toLowerCase());
  if (at < 0) return false;
  const before = quote.slice(0, at);
  return (
    before.split(/\s+/u).filter((word) => word !== '').length <= 2 ||
    /\b(?:called|known as|named|termed|call (?:it|this|these|them))(?: \S+){0,2} $/iu.test(before)
  );
}

function normalizeTerm(printed: string, analysis: LessonAnalysis): string | undefined {
  const bare = printed.trim().replace(/^(?:an?|the)\s+/iu, '');
  const words = bare.split(/\s+/u);
  if (bare.length < 3 || words.length > MOST_TERM_WORDS || !/^\p{L}[\p{L}\d' ’/-]+$/u.test(bare))
    return undefined;
  if (/^(?:not|no|two|three|four|five|how|when|why|to|by|in|of|more|most|some)\b/iu.test(bare))
    return undefined;
  if (/\b(?:is|are|was|were|do|does|not|and|or)\b/iu.test(bare)) return undefined;
  // "reduced", "fallen down": what something becomes, not what it is.
  if (/^\p{Ll}+(?:ed|en down)$/u.test(bare)) return undefined;
  // "Stilk v Myrick": a case.
  if (/ vs?\.? /u.test(bare)) return undefined;
  // What the whole lesson is about is no answer.
  if (containment(contentStems(bare), contentStems(analysis.lesson.title)) === 1) return undefined;
  // "Pont du Gard", "World Health Organization": a name is no term.
  if (words.filter((word) => /^\p{Lu}\p{Ll}/u.test(word)).length > 1) return undefined;
  return analysis.casing.lowerInitial(bare);
}

/** "When you bend something": no noun of the lesson. */
function isUsedAsVerb(term: string, passage: string): boolean {
  const tokens = readTokens(passage);
  const before = tokens.flatMap(({ lower }, index) =>
    lower === term.toLowerCase() ? [tokens[index - 1]?.lower ?? ''] : [],
  );
  return before.length > 0 && before.every((word) => /^(?:you|we|i|they|he|she|people|to)$/u.test(word));
}

/** True when the question contains a word of the term, other than the noun that all its siblings share. */
export function revealsTerm(question: string, term: string, kind: string): boolean {
  const asked = new Set(listWords(question).map(stemWord));
  const shared = stemWord(headOf(kind));
  const words = listWords(term).map(stemWord);
  // "inferior good" among goods, but not "beam bridge" of a beam: only the noun itself may be shared.
  const telling = words.length > 1 && words.at(-1) === shared ? words.slice(0, -1) : words;
  return telling.some((word) => asked.has(word) || [...asked].some((other) => sharesRoot(other, word)));
}

/** "crystal" and "crystallise": a long common beginning gives the answer away as well. */
const sharesRoot = (one: string, other: string): boolean =>
  one.length >= 5 && other.length >= 5 && one.slice(0, 5) === other.slice(0, 5);

const articleIn = (quote: string, term: string): string => {
  const before = quote.toLowerCase().split(term.toLowerCase())[0] ?? '';
  return /\b(an?|the) $/u.exec(before)?.[1] ?? '';
};

/** The sentence that says what sets the term apart; with the next where only both together name the term. */
function findQuote(passage: string, term: string, which: string, named: string): string | undefined {
  const sentences = splitSentences(passage);
  const asked = contentStems(which);
  const names = contentStems(term);
  let best: { quote: string; share: number } | undefined;
  sentences.forEach(({ text }, index) => {
    const next = sentences[index + 1];
    const both = next && passage.slice(passage.indexOf(text), passage.indexOf(next.text) + next.text.length);
    for (const quote of both === undefined ? [text] : [text, both]) {
      const stems = contentStems(quote);
      if (containment(names, stems) < 1) continue;
      const share = containment(asked, stems) - (quote === text ? 0 : 0.15) + (text === named ? 0.05 : 0);
      if (share >= LEAST_SHARE_OF_QUOTE && share > (best?.share ?? 0)) best = { quote, share };
    }
  });
  return best?.quote.trim();
}
