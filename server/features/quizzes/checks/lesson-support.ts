import { containment, contentStems } from '../../../language/words.ts';

/** What a lesson says, cut into statements, to look up whether it makes an answer true. */
export interface LessonSupport {
  /** True when one statement of the lesson holds (nearly) all words of the answer and more than half of the stem's. */
  supports(stem: string, answer: string): boolean;
}

const CLAUSE_BORDER = /\s*(?:;|:|—|,?\s*\b(?:whereas|while|but|although|unlike)\b|,\s+(?:and|so)\b)\s*/iu;

/** @param sentences every sentence of the lesson */
export function createLessonSupport(sentences: Iterable<string>): LessonSupport {
  const statements: ReadonlySet<string>[] = [];
  const byStem = new Map<string, number[]>();
  const seen = new Set<string>();
  for (const sentence of sentences) {
    for (const part of [sentence, ...sentence.split(CLAUSE_BORDER)]) {
      if (seen.has(part)) continue;
      seen.add(part);
      // A whole sentence that sets two things against each other supports neither's words for the other.
      if (part === sentence && /\b(?:whereas|while|unlike|but)\b/iu.test(sentence)) continue;
      const stems = contentStems(part);
      const place = statements.push(stems) - 1;
      for (const stem of stems) byStem.set(stem, [...(byStem.get(stem) ?? []), place]);
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
        const statement = statements[place];
        if (!statement || containment(answerStems, statement) < 0.86) continue;
        if (stemStems.size > 0 && containment(stemStems, statement) > 0.5) return true;
      }
      return false;
    },
  };
}
