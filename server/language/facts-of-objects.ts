import type { LessonAnalysis } from './analysis.ts';
import { barePredicate, bareVerb, invertClause, statementEnd } from './clause-text.ts';
import { textOf } from './clause.ts';
import type { Means, ObjectFact } from './facts.ts';
import { readNounPhrase } from './noun-phrases.ts';
import { hasBarePronoun, isPersonal, pointsElsewhere } from './sentence.ts';
import type { Sentence } from './sentence.ts';

/** Verbs whose object says little, or is no thing: "take place", "make sense", "play a part". */
const OBJECTLESS = new Set(
  'be have do make take get give go come seem appear look happen exist lie stand matter become mean include involve play face follow pose remain stay last cost spend begin start stop continue try need want call know think say tell ask find show'.split(
    ' ',
  ),
);

/** "The ribs gather the load at the corners": what they gather. */
export function findObject(sentence: Sentence, analysis: LessonAnalysis): ObjectFact | undefined {
  const { tokens, text, clause } = sentence;
  if (!clause || clause.negated || clause.passive || clause.copula || clause.subjectStart > 0)
    return undefined;
  const main = tokens[clause.mainVerb];
  const verb = bareVerb(clause);
  if (!main || verb === undefined || OBJECTLESS.has(main.lemma)) return undefined;
  const end = statementEnd(clause);
  const object = readNounPhrase(tokens, clause.restStart, end);
  if (!object || object.start !== clause.restStart || object.end - object.start > 5) return undefined;
  const next = tokens[object.end];
  // "carries the thrust of the vault over …": what hangs on the object belongs to it, and makes it long.
  if (object.end < end && (next?.pos !== 'ADP' || ['of', 'than', 'as', 'that'].includes(next.lower)))
    return undefined;
  const objectText = textOf(text, tokens, object.start, object.end);
  if (
    /\d/u.test(objectText) ||
    tokens.slice(object.start, object.end).some((token) => token.pos === 'PRON' || token.pos === 'NUM') ||
    /^(?:its|their|his|her|each|every|some|many|most|more|less|little|much|such|other|another|this|that|these|those|no|any|both|an?other)\b/iu.test(
      objectText,
    )
  )
    return undefined;
  const tail = invertClause(sentence, { ...clause, end }, analysis.casing, {
    from: object.start,
    to: object.end,
  });
  const question = `What ${tail ?? ''}?`;
  if (tail === undefined || !isAskable(question)) return undefined;
  return { kind: 'object', sentence, question, object: objectText, plural: object.plural };
}

/** "Bishops raised money by taxing fairs": how they did it. `means` begins with the gerund. */
export function findMeans(sentence: Sentence, analysis: LessonAnalysis): Means | undefined {
  const { tokens, text, clause } = sentence;
  if (!clause || clause.negated || clause.copula || clause.subjectStart > 0) return undefined;
  const end = statementEnd(clause);
  const at = tokens.findIndex(
    (token, index) =>
      index > clause.restStart &&
      index < end &&
      token.lower === 'by' &&
      (tokens[index + 1]?.lower.endsWith('ing') ?? false) &&
      tokens[index + 1]?.pos === 'VERB',
  );
  if (at < 0) return undefined;
  const means = textOf(text, tokens, at + 1, end);
  const tail = invertClause(sentence, { ...clause, end: at }, analysis.casing);
  const question = `How ${tail ?? ''}?`;
  const words = means.split(' ').length;
  if (tail === undefined || words < 2 || words > 20 || !isAskable(question)) return undefined;
  if (pointsElsewhere(means) || hasBarePronoun(means) || isPersonal(means)) return undefined;
  return { kind: 'means', sentence, question, means };
}

/** What somebody or something does, as a gerund: a way that other things are done. Undefined where the verb is doubtful. */
export function gerundOf(sentence: Sentence): string | undefined {
  const { clause } = sentence;
  const bare = clause && barePredicate(sentence, clause);
  const verb = clause && bareVerb(clause);
  if (bare === undefined || verb === undefined || !bare.startsWith(verb)) return undefined;
  return `${toGerund(verb)}${bare.slice(verb.length)}`;
}

function toGerund(verb: string): string {
  if (verb.endsWith('ie')) return `${verb.slice(0, -2)}ying`;
  if (/[^eoy]e$/u.test(verb)) return `${verb.slice(0, -1)}ing`;
  // One short vowel before one consonant doubles it: "cut", "stop".
  if (/^[^aeiou]*[aeiou][bdgmnprt]$/u.test(verb)) return `${verb}${verb.slice(-1)}ing`;
  return `${verb}ing`;
}

function isAskable(question: string): boolean {
  const words = question.split(' ').length;
  return (
    words >= 5 &&
    words <= 22 &&
    !pointsElsewhere(question.replace(/^(?:What|How) /u, '')) &&
    !hasBarePronoun(question) &&
    !isPersonal(question) &&
    !/\banother\b/u.test(question)
  );
}
