import type { LessonAnalysis, Term } from '../../../language/analysis.ts';
import { upperInitial } from '../../../language/clean-sentence.ts';
import type { Definition, Example, Fact, Naming } from '../../../language/facts.ts';
import type { Sentence } from '../../../language/sentence.ts';
import { isSameOrKindOf, listNounMeanings, listSiblingNouns, nounKind } from '../../../language/wordnet.ts';
import { containment, contentStems, overlap } from '../../../language/words.ts';
import type { Candidate, Distractor } from './candidate.ts';
import { asDistractors, glossDistractors } from './pools.ts';
import type { Pools } from './pools.ts';

const withoutArticle = (text: string): string => text.replace(/^(?:a|an|the)\s+/iu, '');

/** "What is X?" and "What name is given to …?" */
export function definitionForms(fact: Definition, pools: Pools, analysis: LessonAnalysis): Candidate[] {
  const { sentence, term, bareTerm, plural, meaning, be } = fact;
  const explanation = `${upperInitial(term)} ${be} ${meaning}.`;
  const sameTerm = contentStems(bareTerm);
  const meanings = [
    ...asDistractors(
      pools.meanings,
      0.1,
      (other) => other.plural === plural && overlap(contentStems(other.subject), sameTerm) < 0.99,
    ),
    ...glossDistractors(
      pools.terms.slice(0, 25),
      plural,
      (other) =>
        overlap(contentStems(other.text), sameTerm) > 0 ||
        pools.meanings.some(
          (known) => withoutArticle(known.subject).toLowerCase() === other.text.toLowerCase(),
        ),
      5,
    ),
  ];
  const forms: Candidate[] = [
    {
      form: 'definition',
      level: 'remember',
      stem: `What ${be} ${term}?`,
      key: upperInitial(meaning),
      sentence,
      pool: meanings,
      explanation,
      formWorth: 1,
    },
    {
      form: 'term',
      level: 'remember',
      stem: `What name ${be === 'is' || be === 'are' ? 'is' : 'was'} given to ${meaning}?`,
      key: upperInitial(bareTerm),
      sentence,
      pool: termDistractors(bareTerm, plural, sentence, pools, analysis, meaning),
      explanation,
      formWorth: 0.9,
    },
  ];
  return forms;
}

/** "How does X differ from Y?", for two terms explained by the same general word. */
export function comparisonForms(facts: readonly Fact[], pools: Pools): Candidate[] {
  const definitions = facts.filter(
    (fact) => fact.kind === 'definition' && (fact.be === 'is' || fact.be === 'are'),
  ) as Definition[];
  const result: Candidate[] = [];
  for (const fact of definitions) {
    const genus = genusOf(fact.meaning);
    const rivals = definitions.filter(
      (other) =>
        other !== fact &&
        other.plural === fact.plural &&
        genusOf(other.meaning) === genus &&
        overlap(contentStems(other.bareTerm), contentStems(fact.bareTerm)) < 0.99,
    );
    const [rival] = rivals;
    if (genus === '' || !rival) continue;
    const write = (text: string): string => `${fact.plural ? 'They are' : 'It is'} ${text}`;
    const pool = asDistractors(
      pools.meanings,
      0,
      (other) => other.plural === fact.plural && other.sentence !== fact.sentence,
      write,
    ).map((item) => (item.from === rival.sentence ? { ...item, fit: 0.5 } : item));
    result.push({
      form: 'comparison',
      level: 'analyze',
      stem: `How ${fact.plural ? 'do' : 'does'} ${fact.term} differ from ${rival.term}?`,
      key: write(fact.meaning),
      sentence: fact.sentence,
      pool,
      explanation: `${upperInitial(fact.term)} ${fact.plural ? 'are' : 'is'} ${fact.meaning}, while ${rival.term} ${rival.plural ? 'are' : 'is'} ${rival.meaning}.`,
      formWorth: 0.85,
    });
  }
  return result;
}

function genusOf(meaning: string): string {
  return (
    /^(?:a|an|the|any)\s+(.*?)\s+(?:in which|that|which|who|of|for|on|between|used|made|where)\b/u
      .exec(meaning)?.[1]
      ?.toLowerCase() ?? ''
  );
}

/** Terms of the key's number and kind, from the lesson first, then WordNet's sisters of the key. */
function termDistractors(
  key: string,
  plural: boolean,
  sentence: Sentence,
  pools: Pools,
  analysis: LessonAnalysis,
  stem: string,
): Distractor[] {
  const keyStems = contentStems(key);
  const stemStems = contentStems(stem);
  const keyTerm = [...analysis.terms.values()].find((term) => term.text.toLowerCase() === key.toLowerCase());
  const head = keyTerm?.head.lemma ?? key.split(' ').at(-1) ?? key;
  const keyKind = nounKind(head);
  const defined = new Set(pools.meanings.map((phrase) => withoutArticle(phrase.subject).toLowerCase()));
  const isFit = (term: Term): boolean =>
    term.plural === plural &&
    overlap(contentStems(term.text), keyStems) < 0.6 &&
    containment(contentStems(term.text), stemStems) < 1 &&
    !term.sentences.includes(sentence.index) &&
    !isSameOrKindOf(term.head.lemma, head);
  const found: Distractor[] = pools.terms.filter(isFit).map((term) => ({
    text: upperInitial(term.text),
    from: analysis.sentences[term.sentences[0] ?? 0],
    fit:
      genericness(term, defined) +
      (defined.has(term.text.toLowerCase()) ? 0.3 : 0) +
      (nounKind(term.head.lemma) === keyKind ? 0.15 : 0) +
      (term.text.includes(' ') === key.includes(' ') ? 0.1 : 0) +
      term.weight * 0.1,
    doubtful: nounKind(term.head.lemma) !== keyKind && !defined.has(term.text.toLowerCase()),
  }));
  if (plural || found.length >= 6) return found.slice(0, 14);
  const taken = new Set(found.map((item) => item.text.toLowerCase()));
  for (const sister of listSiblingNouns(key.toLowerCase(), 8)) {
    if (
      !taken.has(sister.toLowerCase()) &&
      overlap(contentStems(sister), keyStems) < 0.5 &&
      /^[\p{L} -]+$/u.test(sister)
    )
      found.push({ text: upperInitial(sister), fit: -0.2 });
  }
  return found;
}

/** "What is the fluid around the thylakoids called?" */
export function namingForms(fact: Naming, pools: Pools, analysis: LessonAnalysis): Candidate[] {
  const { described, plural, name, sentence } = fact;
  const be = plural ? 'are' : 'is';
  return [
    {
      form: 'naming',
      level: 'remember',
      stem: `What ${be} ${described} called?`,
      key: upperInitial(name),
      sentence,
      pool: termDistractors(name, plural, sentence, pools, analysis, described),
      explanation: sentence.text,
      formWorth: 0.85,
    },
  ];
}

/** "Which of these is an example of a pigment?" */
export function exampleForms(fact: Example, pools: Pools, analysis: LessonAnalysis): Candidate[] {
  const { sentence, question, members } = fact;
  const [key] = members;
  if (key === undefined) return [];
  const category = /of an? (.+)\?$/u.exec(question)?.[1] ?? '';
  const categoryHead = category.split(' ').at(-1) ?? category;
  const plural = /[^s]s$/u.test(key);
  const headOf = (text: string): string =>
    (text.split(' ').at(-1) ?? text).toLowerCase().replace(/(?<=[^s])s$/u, '');
  const pool = pools.terms
    .filter(
      (term) =>
        term.plural === plural &&
        !term.sentences.includes(sentence.index) &&
        !isSameOrKindOf(headOf(term.text), headOf(categoryHead)),
    )
    .filter((term) => !members.some((member) => overlap(contentStems(member), contentStems(term.text)) > 0.3))
    .map((term): Distractor => ({
      text: upperInitial(term.text),
      from: analysis.sentences[term.sentences[0] ?? 0],
      fit: nounKind(term.head.lemma) === nounKind(headOf(key)) ? 0.3 : 0,
      doubtful: nounKind(term.head.lemma) !== nounKind(headOf(key)) || genericness(term, new Set()) < 0,
    }))
    .slice(0, 14);
  // "Divergent" names no thing that other things could stand beside.
  if (nounKind(headOf(key)) < 0 && !/^\p{Lu}/u.test(key) && !key.includes(' ')) return [];
  return [
    {
      form: 'example',
      level: 'understand',
      stem: question,
      key: upperInitial(withoutArticle(key)),
      sentence,
      pool,
      explanation: sentence.text,
      formWorth: 0.8,
    },
  ];
}

/** "System", "number", "change": a word of many meanings that the lesson does not explain tempts nobody. */
function genericness(term: Term, defined: ReadonlySet<string>): number {
  if (defined.has(term.text.toLowerCase()) || term.text.includes(' ') || term.head.pos === 'PROPN') return 0;
  // 23 and 28 are WordNet's quantities and times.
  const meanings = listNounMeanings(term.head.lemma);
  return meanings.length >= 6 || [23, 28].includes(meanings[0]?.kind ?? -1) ? -0.35 : 0;
}
