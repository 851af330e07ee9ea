import { containment, contentStems, overlap, stemWord } from '../../../../../items/words.ts';
import type { LessonAnalysis } from '../../../../language/analysis.ts';
import type { Similarity } from '../../../../language/similarity.ts';
import { isSameOrKindOf } from '../../../../language/wordnet.ts';
import { compareKinds, headOf, isTelling } from './kinds-of-terms.ts';
import type { Draft } from './list-drafts.ts';

/** Something that may stand beside a right answer. */
export interface Sibling {
  readonly text: string;
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
export function listSiblings(
  { terms, lesson, sentences }: LessonAnalysis,
  drafts: readonly Draft[],
): Sibling[] {
  const explained = new Set(drafts.map(({ term }) => term.toLowerCase()));
  const named = contentStems(sentences.map(({ text }) => text).join(' '));
  const ofLesson = [...terms.values()]
    .filter(({ text }) => isTelling(text))
    .map((term) => ({ ...term, isExplained: explained.has(term.text.toLowerCase()) }));
  const ofCourse = (lesson.courseTerms ?? [])
    .filter((text) => isTelling(text) && containment(contentStems(text), named) < 1)
    .map((text) => ({ text, plural: /[^su]s$/u.test(text), weight: 0, isExplained: true, sentences: [] }));
  return [...ofLesson, ...ofCourse];
}

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
  const isOfHead = (text: string): boolean =>
    draft.term.includes(' ') && text.split(' ').length === words && headOf(text) === head;
  const ranked = siblings
    .filter(({ text, plural }) => plural === draft.plural && text.toLowerCase() !== draft.key.toLowerCase())
    .map((sibling) => ({ sibling, stems: contentStems(sibling.text) }))
    .filter(({ stems }) => containment(stems, context) < 1)
    // "Oceanic plate" beside "tectonic plate" is right as well, unless the lesson tells the two apart.
    .filter(({ sibling }) => isHeadSaid || sibling.isExplained || headOf(sibling.text) !== head)
    .filter(({ sibling, stems }) => isOfHead(sibling.text) || (!isHeadSaid && overlap(stems, own) < 0.5))
    .map((each) => ({
      ...each,
      fit:
        0.5 * similarity.between(each.sibling.text, draft.term) +
        0.5 * compareKinds(each.sibling.text, draft.term) +
        0.2 * each.sibling.weight +
        (each.sibling.isExplained ? EXPLAINED_BONUS : 0) -
        0.08 * Math.abs(each.sibling.text.split(' ').length - words),
    }))
    .filter(({ fit }) => fit >= LOWEST_FIT)
    .toSorted((one, other) => other.fit - one.fit);
  const chosen: typeof ranked = [];
  for (const each of ranked) {
    if (chosen.length === MOST) break;
    const isAlike = isOfHead(each.sibling.text);
    if (!isAlike && chosen.some(({ stems }) => overlap(stems, each.stems) >= 0.5)) continue;
    if (!isAlike && isSameOrKindOf(headOf(each.sibling.text), head)) continue;
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
