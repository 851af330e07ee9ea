import type { LessonAnalysis } from './analysis.ts';
import { barePredicate, invertClause, statementEnd, subjectText } from './clause-text.ts';
import { textOf } from './clause.ts';
import type { Clause } from './clause.ts';
import { isGoodLength } from './facts-of-reason.ts';
import type { Purpose } from './facts.ts';
import { nounPhraseEnd } from './noun-phrases.ts';
import { hasBarePronoun, pointsElsewhere } from './sentence.ts';
import type { Sentence } from './sentence.ts';

/** "X is used to do Y", "The purpose of X is to do Y", "A does B in order to do C". */
export function findPurpose(sentence: Sentence, analysis: LessonAnalysis): Purpose | undefined {
  const { tokens, text, clause } = sentence;
  if (!clause || clause.negated || clause.subjectStart > 0) return undefined;
  const subject = subjectText(sentence, clause, analysis.casing);
  const main = tokens[clause.mainVerb];
  const end = statementEnd(clause);
  const next = tokens[clause.restStart];
  if (pointsElsewhere(subject) || subject.split(' ').length > 10) return undefined;
  const bare = (from: number): string | undefined => {
    const purpose = textOf(text, tokens, from, end);
    return tokens[from]?.pos === 'VERB' &&
      isGoodLength(purpose) &&
      // "… and is needed for …" goes on with the sentence, not with the purpose.
      !/ and (?:is|are|was|were|has|have|it|they|also)\b/u.test(purpose) &&
      !pointsElsewhere(purpose) &&
      !hasBarePronoun(purpose)
      ? purpose
      : undefined;
  };
  if (clause.passive && main?.lower === 'used' && next?.lower === 'to') {
    const purpose = bare(clause.restStart + 1);
    const be = tokens[clause.subjectEnd]?.lower;
    if (purpose === undefined || be === undefined || !['is', 'are', 'was', 'were'].includes(be))
      return undefined;
    return { kind: 'purpose', sentence, question: `What ${be} ${subject} used to do?`, purpose };
  }
  if (
    clause.copula &&
    next?.lower === 'to' &&
    /^(?:the|its) (?:main |chief |primary |central )?(?:purpose|function|role|job|aim|goal|task) of\b/u.test(
      subject,
    )
  ) {
    const purpose = bare(clause.restStart + 1);
    return purpose === undefined
      ? undefined
      : {
          kind: 'purpose',
          sentence,
          question: `What ${clause.tense === 'past' ? 'was' : 'is'} ${subject}?`,
          purpose,
        };
  }
  for (let index = clause.restStart + 1; index < end - 3; index += 1) {
    if (
      tokens[index]?.lower !== 'in' ||
      tokens[index + 1]?.lower !== 'order' ||
      tokens[index + 2]?.lower !== 'to'
    )
      continue;
    const inverted = invertClause(sentence, { ...clause, end: index }, analysis.casing);
    const purpose = bare(index + 3);
    return inverted === undefined || purpose === undefined
      ? undefined
      : { kind: 'purpose', sentence, question: `Why ${inverted}?`, purpose };
  }
  const simple = barePredicate(sentence, clause);
  return simple === undefined ? undefined : purposeOfUse(sentence, clause, subject, bare);
}

/** "A compiler uses a symbol table to keep track of names": what it uses it for. */
function purposeOfUse(
  sentence: Sentence,
  clause: Clause,
  subject: string,
  bare: (from: number) => string | undefined,
): Purpose | undefined {
  const { tokens, text } = sentence;
  if (tokens[clause.mainVerb]?.lemma !== 'use') return undefined;
  const objectEnd = nounPhraseEnd(tokens, clause.restStart, clause.end);
  if (objectEnd === undefined || tokens[objectEnd]?.lower !== 'to') return undefined;
  const purpose = bare(objectEnd + 1);
  if (purpose === undefined) return undefined;
  const auxiliary = clause.tense === 'past' ? 'did' : clause.plural ? 'do' : 'does';
  return {
    kind: 'purpose',
    sentence,
    question: `Why ${auxiliary} ${subject} use ${textOf(text, tokens, clause.restStart, objectEnd)}?`,
    purpose,
  };
}
