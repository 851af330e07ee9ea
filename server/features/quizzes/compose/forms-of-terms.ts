import type { LessonAnalysis } from '../../../language/analysis.ts';
import { upperInitial } from '../../../language/clean-sentence.ts';
import type { Definition, Example, Illustration, Naming } from '../../../language/facts.ts';
import { isSameOrKindOf, kinshipOf, listSiblingNouns } from '../../../language/wordnet.ts';
import { containment, contentStems, overlap } from '../../../../items/words.ts';
import { lazily } from './candidate.ts';
import type { Candidate, Distractor } from './candidate.ts';
import { ALIKE, genusIn, headOf, withoutArticle } from './likeness.ts';
import { asDistractors } from './pools.ts';
import type { Pools } from './pools.ts';
import { exchangedOf } from './variants.ts';

/** "What is X?" and "What name is given to …?" */
export function definitionForms(fact: Definition, pools: Pools, analysis: LessonAnalysis): Candidate[] {
  const { sentence, term, bareTerm, plural, meaning, be } = fact;
  // "In multiple sclerosis the target is …": which target, the stem alone does not say.
  const stems = [...contentStems(bareTerm)].join(' ');
  if (/^the \S+$/u.test(term) && (analysis.terms.get(stems)?.weight ?? 0) < 0.4) return [];
  const explanation = `${upperInitial(term)} ${be} ${meaning}.`;
  const base = { level: 'remember', sentence, explanation } as const;
  return [
    {
      ...base,
      form: 'definition',
      stem: `What ${be} ${term}?`,
      key: upperInitial(meaning),
      pool: lazily(() => meaningDistractors(fact, pools)),
      formWorth: 0.9,
      floor: 0.12,
    },
    {
      // To know a description among those of kindred things is to have understood the term, not only its name.
      ...base,
      form: 'description',
      stem: `Which of these best describes ${term}?`,
      key: upperInitial(meaning),
      pool: lazily(() => meaningDistractors(fact, pools)),
      formWorth: 0.75,
      floor: 0.12,
    },
    {
      ...base,
      form: 'term',
      stem: `What name ${be === 'is' || be === 'are' ? 'is' : 'was'} given to ${meaning}?`,
      key: upperInitial(bareTerm),
      pool: lazily(() => termDistractors(bareTerm, plural, pools, analysis, meaning)),
      formWorth: 0.9,
      floor: 0,
    },
  ];
}

/** What other terms of the lesson mean, those of the same general word first, and this meaning with its sides exchanged. */
export function meaningDistractors(
  fact: Definition,
  pools: Pools,
  write: (text: string) => string = upperInitial,
): Distractor[] {
  const genus = genusIn(fact.meaning);
  const sameTerm = contentStems(fact.bareTerm);
  const exchanged = exchangedOf(fact.meaning);
  const isTaken = pools.meanings.some((other) => other.text === exchanged);
  return [
    ...(exchanged === undefined || isTaken ? [] : [{ text: write(exchanged), fit: 0.4, variant: true }]),
    ...asDistractors(
      pools.meanings,
      0,
      (other) =>
        other.plural === fact.plural &&
        other.sentence !== fact.sentence &&
        overlap(contentStems(other.subject), sameTerm) < 0.99 &&
        containment(sameTerm, contentStems(other.text)) < 1,
      write,
    ).map((item) => {
      const otherGenus = genusIn(item.text.replace(/^(?:It is|They are) /u, ''));
      const kin = genus === undefined || otherGenus === undefined ? 0 : kinshipOf(genus, otherGenus);
      return { ...item, fit: genus !== undefined && genus === otherGenus ? 0.34 : kin * 0.3 };
    }),
  ];
}

/** Terms of the key's kind and number: from the lesson, and then common sisters of the key in WordNet. */
export function termDistractors(
  key: string,
  plural: boolean,
  pools: Pools,
  analysis: LessonAnalysis,
  stem: string,
): Distractor[] {
  const { likeness } = pools;
  const keyStems = contentStems(key);
  const stemStems = contentStems(stem);
  const found: Distractor[] = [];
  for (const term of pools.terms) {
    const stems = contentStems(term.text);
    if (
      term.plural !== plural ||
      overlap(stems, keyStems) >= 0.6 ||
      containment(stems, stemStems) === 1 ||
      containment(keyStems, stems) === 1 ||
      likeness.isGeneric(term.text) ||
      isBroaderOrNarrower(key, term.text)
    )
      continue;
    const alike = likeness.between(key, term.text);
    const explained = likeness.genusOf(term.text) !== undefined;
    if (alike < (explained ? ALIKE - 0.1 : ALIKE)) continue;
    found.push({
      text: upperInitial(term.text),
      from: analysis.sentences[term.sentences[0] ?? 0],
      fit: alike * 0.6 + (explained ? 0.2 : 0) + (/[ -]/u.test(term.text) === /[ -]/u.test(key) ? 0.1 : 0),
    });
  }
  found.push(...courseDistractors(key, plural, pools, analysis, keyStems));
  const genus = likeness.genusOf(key) ?? genusIn(stem);
  if (plural || found.length >= 5 || genus === undefined) return found;
  const taken = new Set(found.map((item) => item.text.toLowerCase()));
  for (const sister of listSiblingNouns(key.toLowerCase(), genus, 8)) {
    if (
      !taken.has(sister.toLowerCase()) &&
      overlap(contentStems(sister), keyStems) < 0.5 &&
      /^[\p{Ll} -]+$/u.test(sister) &&
      !likeness.isGeneric(sister)
    )
      found.push({ text: upperInitial(sister), fit: 0.1 });
  }
  return found;
}

/** What other lessons of the course explain: this lesson does not speak of it, so it cannot make it true. */
function courseDistractors(
  key: string,
  plural: boolean,
  { likeness }: Pools,
  analysis: LessonAnalysis,
  keyStems: ReadonlySet<string>,
): Distractor[] {
  return (analysis.lesson.courseTerms ?? [])
    .filter((term) => {
      const stems = [...contentStems(term)];
      return (
        stems.length > 0 &&
        /[^siu]s$/u.test(term) === plural &&
        !stems.every((stem) => analysis.terms.has(stem)) &&
        !analysis.terms.has(stems.join(' ')) &&
        overlap(new Set(stems), keyStems) < 0.5 &&
        !likeness.isGeneric(term) &&
        likeness.between(key, term) >= ALIKE
      );
    })
    .slice(0, 6)
    .map((term) => ({ text: upperInitial(term), fit: 0.2, ofCourse: true }));
}

/** A kind of the key, or what the key is a kind of, would be half right. */
function isBroaderOrNarrower(key: string, other: string): boolean {
  return !/[ -]/u.test(other) && !/^\p{Lu}/u.test(other) && isSameOrKindOf(headOf(other), headOf(key));
}

/** "What is the fluid around the thylakoids called?" */
export function namingForms(fact: Naming, pools: Pools, analysis: LessonAnalysis): Candidate[] {
  const { described, plural, name, sentence } = fact;
  return [
    {
      form: 'naming',
      level: 'remember',
      stem: `What ${plural ? 'are' : 'is'} ${described} called?`,
      key: upperInitial(name),
      sentence,
      pool: lazily(() => termDistractors(name, plural, pools, analysis, described)),
      explanation: sentence.text,
      formWorth: 0.85,
      floor: 0,
    },
  ];
}

/** "A shop sells umbrellas at twice the price when it rains. What is this an example of?" */
export function illustrationForms(fact: Illustration, pools: Pools, analysis: LessonAnalysis): Candidate[] {
  const { sentence, example, term, plural } = fact;
  if (example.split(' ').length > 32) return [];
  return [
    {
      form: 'illustration',
      level: 'apply',
      stem: `${example} What is this an example of?`,
      key: upperInitial(term),
      sentence,
      pool: lazily(() => termDistractors(term, plural, pools, analysis, example)),
      explanation: sentence.text,
      formWorth: 0.9,
      floor: 0,
    },
  ];
}

/** "Which of these is an example of a pigment?" */
export function exampleForms(fact: Example, pools: Pools, analysis: LessonAnalysis): Candidate[] {
  const { sentence, question, members } = fact;
  const [key] = members;
  if (key === undefined) return [];
  const { likeness } = pools;
  const category = /of an? (.+)\?$/u.exec(question)?.[1] ?? '';
  // "A skill", "a place": a category the lesson does not speak of is everyday knowledge.
  const known = pools.terms.some((term) => headOf(term.text) === headOf(category) && term.weight > 0.2);
  if (/ example of /u.test(question) && !known) return [];
  const plural = /[^siu]s$/u.test(key);
  const pool = lazily(() =>
    pools.terms
      .filter(
        (term) =>
          term.plural === plural &&
          !term.sentences.includes(sentence.index) &&
          !likeness.isGeneric(term.text) &&
          likeness.between(key, term.text) >= ALIKE - 0.15 &&
          !isSameOrKindOf(headOf(term.text), headOf(category)) &&
          !members.some((member) => overlap(contentStems(member), contentStems(term.text)) > 0.3),
      )
      .map((term): Distractor => ({
        text: upperInitial(term.text),
        from: analysis.sentences[term.sentences[0] ?? 0],
        fit: likeness.between(key, term.text) * 0.5,
      })),
  );
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
      floor: 0.1,
    },
  ];
}
