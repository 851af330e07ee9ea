import { containment, contentStems } from '../words.ts';

/** What a lesson says, cut into statements, to look up whether it makes an answer true. */
export interface LessonSupport {
  /** True when one statement of the lesson holds (nearly) all words of the answer and more than half of the stem's. */
  supports(stem: string, answer: string): boolean;
}

const CLAUSE_BORDER = /\s*(?:;|:|—|,?\s*\b(?:whereas|while|but|although|unlike)\b|,\s+(?:and|so)\b)\s*/iu;

/** "When X, Y", "Y because X": each side is a claim of its own, made in the context of the whole. */
const LEADING_CONDITION = /^(?:when|whenever|if|after|as|once|because|although|unless)\b([^,]+),\s+(.+)$/iu;
const TRAILING_CONDITION = /^(.+?),?\s+(?:when|if|after|because|unless|until)\b\s+(.+)$/iu;

interface Claim {
  readonly claimed: ReadonlySet<string>;
  readonly context: ReadonlySet<string>;
}

function readClaims(part: string): Claim[] {
  const sides = LEADING_CONDITION.exec(part) ?? TRAILING_CONDITION.exec(part);
  const context = contentStems(part);
  return sides
    ? [sides[1], sides[2]].map((side) => ({ claimed: contentStems(side ?? ''), context }))
    : [{ claimed: context, context }];
}

/** @param sentences every sentence of the lesson */
export function createLessonSupport(sentences: Iterable<string>): LessonSupport {
  const claims: Claim[] = [];
  const byStem = new Map<string, number[]>();
  const seen = new Set<string>();
  for (const sentence of sentences) {
    for (const part of [sentence, ...sentence.split(CLAUSE_BORDER)]) {
      if (seen.has(part)) continue;
      seen.add(part);
      // A whole sentence that sets two things against each other supports neither's words for the other.
      if (part === sentence && /\b(?:whereas|while|unlike|but)\b/iu.test(sentence)) continue;
      for (const claim of readClaims(part)) {
        const place = claims.push(claim) - 1;
        for (const stem of claim.claimed) byStem.set(stem, [...(byStem.get(stem) ?? []), place]);
      }
    }
  }
  return {
    supports: (stem, answer) => {
      const answerStems = contentStems(answer);
      // "How does A differ from B?" asks about A: what is said of B does not answer it.
      const stemStems = new Set(contentStems(stem.replace(/\bdiffer from\b.*$/iu, '')));
      for (const word of answerStems) stemStems.delete(word);
      if (answerStems.size === 0) return false;
      const places = new Set([...answerStems].flatMap((word) => byStem.get(word) ?? []));
      for (const place of places) {
        const claim = claims[place];
        if (!claim || containment(answerStems, claim.claimed) < 0.86) continue;
        if (stemStems.size > 0 && containment(stemStems, claim.context) > 0.5) return true;
      }
      return false;
    },
  };
}
