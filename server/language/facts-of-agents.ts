import type { LessonAnalysis } from './analysis.ts';
import { statementEnd, subjectText } from './clause-text.ts';
import { textOf } from './clause.ts';
import type { Agent } from './facts.ts';
import { nounPhraseEnd } from './noun-phrases.ts';
import { hasBarePronoun, isPersonal, pointsElsewhere } from './sentence.ts';
import type { Sentence } from './sentence.ts';

/** Participles that are also the past: of these the active question can be made. */
const SAME_IN_THE_PAST =
  /(?:ed|built|made|found|led|taught|won|brought|sold|kept|held|set|put|cut|bought|fought|heard|read|sent|spent|told|caught)$/u;

/** "The engine was built by Thomas Newcomen in 1712": who did it. */
export function findAgent(sentence: Sentence, analysis: LessonAnalysis): Agent | undefined {
  const { tokens, text, clause } = sentence;
  if (!clause?.passive || clause.negated || clause.subjectStart > 0 || clause.tense !== 'past')
    return undefined;
  const verb = tokens[clause.mainVerb];
  if (!verb || !SAME_IN_THE_PAST.test(verb.lower) || tokens[clause.restStart]?.lower !== 'by')
    return undefined;
  if (clause.mainVerb !== clause.subjectEnd + 1) return undefined;
  const end = nounPhraseEnd(tokens, clause.restStart + 1, clause.end);
  const first = tokens[clause.restStart + 1];
  if (end === undefined || first?.pos !== 'PROPN') return undefined;
  let nameEnd = clause.restStart + 1;
  while (tokens[nameEnd]?.pos === 'PROPN') nameEnd += 1;
  const name = textOf(text, tokens, clause.restStart + 1, nameEnd);
  const tail = textOf(text, tokens, nameEnd, statementEnd(clause));
  const subject = subjectText(sentence, clause, analysis.casing);
  const question = `Who ${verb.lower} ${subject}${/^(?:in|at|on|during|to)\b/u.test(tail) ? ` ${tail}` : ''}?`;
  if (tail !== '' && !/^(?:in|at|on|during|to)\b/u.test(tail)) return undefined;
  if (pointsElsewhere(subject) || hasBarePronoun(question) || isPersonal(question)) return undefined;
  return { kind: 'agent', sentence, question, name };
}
