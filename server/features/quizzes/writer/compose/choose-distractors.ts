import { containment, contentStems, overlap, stemWord } from '#contract/question-rules/words.ts';
import type { Steps } from '#server/in-turns.ts';
import type { LessonAnalysis } from '#server/language/analysis.ts';
import type { Similarity } from '#server/language/similarity.ts';
import { isSameOrKindOf } from '#server/language/wordnet.ts';
import { compareKinds, headOf, isTelling } from './kinds-of-terms.ts';
import type { Draft } from './list-drafts.ts';

/** Something that may stand beside a right answer. */
export interface Sibling {
  readonly text: string;
  /** Stems of its words, and the noun it is headed by. */
  readonly stems: ReadonlySet<string>;
  readonly head: string;
  readonly plural: boolean;
  /** 0 to 1: how much the lesson makes of it. */
  readonly weight: number;
  /** Whether the lesson, or another of its course, says what it is. */
  readonly isExplained: boolean;
  /** Places of the lesson's sentences that name it; none of another lesson's term. */
  readonly sentences: readonly number[];
}

/** A term that is explained as well tempts more than one that is only named. */
const EXPLAINED_BONUS = 0.2;
const MOST = 3;
/** Three options are sound too (Rodriguez 2005). */
const FEWEST = 2;
/** Below this a wrong answer is of another kind than the right one, and tempts nobody. */
const LOWEST_FIT = 0.33;
/** More of the stem's words than this in a sentence on a sibling: it may be right as well. */
const MOST_SAID_ALIKE = 0.5;

/** What the lesson and its course name, apart from hollow words: see {@link isTelling}. */
export function* listSiblings(
  { terms, lesson, sentences }: LessonAnalysis,
  drafts: readonly Draft[],
): Steps<Sibling[]> {
  const explained = new Set(drafts.map(({ term }) => term.toLowerCase()));
  const named = contentStems(sentences.map(({ text }) => text).join(' '));
  const ofLesson: Sibling[] = [];
  for (const term of terms.values()) {
    if (isTelling(term.text))
      ofLesson.push({ ...describe(term), isExplained: explained.has(term.text.toLowerCase()) });
    yield;
  }
  const ofCourse = (lesson.courseTerms ?? [])
    .filter((text) => isTelling(text) && containment(contentStems(text), named) < 1)
    .map((text) => ({
      ...describe({ text, plural: /[^su]s$/u.test(text), weight: 0, sentences: [] }),
      isExplained: true,
    }));
  return [...ofLesson, ...ofCourse];
}

/** Once for all drafts: a long lesson has some thousand terms. */
const describe = ({ text, plural, weight, sentences }: Omit<Sibling, 'isExplained' | 'stems' | 'head'>) => ({
  text,
  plural,
  weight,
  sentences,
  stems: contentStems(text),
  head: headOf(text),
});

/**
 * The siblings that tempt most beside a draft's right answer: near it in kind and meaning, of its number, no wider or narrower word for
 * it, and nothing of which the lesson says what the stem says. Undefined where fewer than two are found.
 * @param similarity knows all siblings and the draft's term
 */
export function chooseDistractors(
  draft: Draft,
  siblings: readonly Sibling[],
  { sentences }: LessonAnalysis,
  similarity: Similarity,
): { readonly texts: readonly string[]; readonly fit: number } | undefined {
  const own = contentStems(draft.term);
  const context = contentStems(`${draft.stem} ${draft.origin.text}`);
  const words = draft.key.split(' ').length;
  const head = headOf(draft.term);
  // "A divergent boundary is a plate boundary …": only other boundaries may stand beside it.
  const isHeadSaid = draft.term.includes(' ') && draft.said.has(stemWord(head));
  const isOfHead = (sibling: Sibling): boolean =>
    draft.term.includes(' ') && sibling.head === head && sibling.text.split(' ').length === words;
  const ranked = siblings
    .filter(({ text, plural }) => plural === draft.plural && text.toLowerCase() !== draft.key.toLowerCase())
    .filter(({ stems }) => containment(stems, context) < 1)
    // "Oceanic plate" beside "tectonic plate" is right as well, unless the lesson tells the two apart.
    .filter((sibling) => isHeadSaid || sibling.isExplained || sibling.head !== head)
    .filter((sibling) => isOfHead(sibling) || (!isHeadSaid && overlap(sibling.stems, own) < 0.5))
    .map((sibling) => ({
      sibling,
      fit:
        0.5 * similarity.between(sibling.text, draft.term) +
        0.5 * compareKinds(sibling.text, draft.term) +
        0.2 * sibling.weight +
        (sibling.isExplained ? EXPLAINED_BONUS : 0) -
        0.08 * Math.abs(sibling.text.split(' ').length - words),
    }))
    .filter(({ fit }) => fit >= LOWEST_FIT)
    .toSorted((one, other) => other.fit - one.fit);
  const chosen: typeof ranked = [];
  for (const each of ranked) {
    if (chosen.length === MOST) break;
    const { stems } = each.sibling;
    const isAlike = isOfHead(each.sibling);
    if (!isAlike && chosen.some(({ sibling }) => overlap(sibling.stems, stems) >= 0.5)) continue;
    if (!isAlike && isSameOrKindOf(each.sibling.head, head)) continue;
    const saidToo = each.sibling.sentences.some(
      (at) => containment(draft.said, sentences[at]?.stems ?? new Set()) > MOST_SAID_ALIKE,
    );
    if (!saidToo) chosen.push(each);
  }
  if (chosen.length < FEWEST) return undefined;
  return { texts: chosen.map(({ sibling }) => sibling.text), fit: chosen.at(-1)?.fit ?? 0 };
}

/** Meanings of other things that the lesson explains, those of the likest things first. */
export function chooseOtherMeanings(
  draft: Draft,
  drafts: readonly Draft[],
  similarity: Similarity,
): { readonly texts: readonly string[]; readonly fit: number } | undefined {
  const ranked = drafts
    .filter(
      (other) =>
        other.form === 'meaning' &&
        other.plural === draft.plural &&
        other.origin !== draft.origin &&
        other.term.toLowerCase() !== draft.term.toLowerCase() &&
        overlap(other.said, draft.said) < 0.4 &&
        containment(contentStems(draft.term), other.said) === 0,
    )
    .map((other) => ({ other, fit: similarity.between(other.term, draft.term) }))
    .toSorted((one, other) => other.fit - one.fit);
  const chosen = [...new Map(ranked.map(({ other }) => [other.term.toLowerCase(), other])).values()].slice(
    0,
    MOST,
  );
  return chosen.length < FEWEST
    ? undefined
    : { texts: chosen.map(({ key }) => key), fit: ranked[0]?.fit ?? 0 };
}
