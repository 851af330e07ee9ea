import { listTurnableWords } from '../antonyms.ts';
import { containment, contentStems } from '../words.ts';
import { listDenied, listRelations } from './polarity.ts';

/** What a lesson says, cut into statements, to look up whether it makes an answer true. */
export interface LessonSupport {
  /**
   * True when one statement of the lesson holds (nearly) all words of the answer and more than half of the stem's, denies
   * none of them, and points the same way ("more", "before").
   */
  supports(stem: string, answer: string): boolean;
}

const CLAUSE_BORDER = / ?(?:;|:|—|,? ?\b(?:whereas|while|but|although|unlike)\b|, (?:and|so)\b) ?/iu;

/** "When X, Y", "Y because X": each side is a claim of its own, made in the context of the whole. */
const LEADING_CONDITION = /^(?:when|whenever|if|after|as|once|because|although|unless)\b([^,]+), (.+)$/iu;
const TRAILING_CONDITION = /^(.+?),? (?:when|if|after|because|unless|until) (.+)$/iu;

/** "And if you double the mass, …" is a condition as well. */
const LEADING_LINK = /^(?:and|but|so|then|now|okay|well|also),? /iu;

/** Of the answer's words so many must be claimed, and more than so many of the stem's be about it. */
const ANSWER_SHARE = 0.86;
const STEM_SHARE = 0.5;

interface Claim {
  readonly text: string;
  readonly claimed: ReadonlySet<string>;
  readonly context: ReadonlySet<string>;
}

function readClaims(part: string): Claim[] {
  const sides = LEADING_CONDITION.exec(part) ?? TRAILING_CONDITION.exec(part);
  const context = contentStems(part);
  return sides
    ? [sides[1] ?? '', sides[2] ?? ''].map((side) => ({ text: side, claimed: contentStems(side), context }))
    : [{ text: part, claimed: context, context }];
}

/** @param sentences every sentence of the lesson */
export function createLessonSupport(sentences: Iterable<string>): LessonSupport {
  const claims: Claim[] = [];
  const byStem = new Map<string, number[]>();
  const seen = new Set<string>();
  for (const written of sentences) {
    const sentence = written.replace(/\s+/gu, ' ').trim().replace(LEADING_LINK, '');
    for (const part of [sentence, ...sentence.split(CLAUSE_BORDER)]) {
      if (seen.has(part)) continue;
      seen.add(part);
      // A whole sentence that sets two things against each other supports neither's words for the other.
      if (part === sentence && /\b(?:whereas|while|unlike|but)\b/iu.test(sentence)) continue;
      for (const claim of readClaims(part)) {
        const place = claims.push(claim) - 1;
        for (const stem of claim.claimed) {
          const places = byStem.get(stem);
          if (places) places.push(place);
          else byStem.set(stem, [place]);
        }
      }
    }
  }
  return {
    supports: (stem, answer) => {
      const answerStems = contentStems(answer);
      const stemStems = new Set(contentStems(askedAbout(stem)));
      for (const word of answerStems) stemStems.delete(word);
      if (answerStems.size === 0) return false;
      const places = new Set(listRarest(answerStems, byStem).flatMap((word) => byStem.get(word) ?? []));
      for (const place of places) {
        const claim = claims[place];
        if (!claim || containment(answerStems, claim.claimed) < ANSWER_SHARE) continue;
        if (stemStems.size === 0 || containment(stemStems, claim.context) <= STEM_SHARE) continue;
        if (agrees(claim.text, answer, answerStems)) return true;
      }
      return false;
    },
  };
}

/** A claim that holds enough of the answer holds at least one of these: so many words, and one more, may be missing. */
function listRarest(stems: ReadonlySet<string>, byStem: ReadonlyMap<string, readonly number[]>): string[] {
  const missing = stems.size - Math.ceil(stems.size * ANSWER_SHARE);
  return [...stems]
    .toSorted((one, other) => (byStem.get(one)?.length ?? 0) - (byStem.get(other)?.length ?? 0))
    .slice(0, missing + 1);
}

/** "How does A differ from B?" asks about A: what is said of B does not answer it. */
function askedAbout(stem: string): string {
  const at = stem.toLowerCase().indexOf(' differ from ');
  return at < 0 ? stem : stem.slice(0, at);
}

/** Whether the answer says "thick" where the claim says "thin". */
function turnsRound(claim: string, answer: string): boolean {
  const words = new Set(listTurnableWords(claim).map(({ word }) => word.toLowerCase()));
  return listTurnableWords(answer).some(
    ({ word, antonym }) => words.has(antonym) && !words.has(word.toLowerCase()),
  );
}

/** A claim that denies a word of the answer, or says "more" where the answer says "less", does not support it. */
function agrees(claim: string, answer: string, answerStems: ReadonlySet<string>): boolean {
  const [deniedByClaim, deniedByAnswer] = [listDenied(claim), listDenied(answer)];
  for (const stem of answerStems) if (deniedByClaim.has(stem) !== deniedByAnswer.has(stem)) return false;
  if (turnsRound(claim, answer)) return false;
  const relations = listRelations(claim);
  return [...listRelations(answer)].every((relation) => relations.has(relation));
}
