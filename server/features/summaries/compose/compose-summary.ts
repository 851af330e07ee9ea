import { analyzeLesson, isQuotable } from '../../../language/analysis.ts';
import type { LessonAnalysis } from '../../../language/analysis.ts';
import { findDefinition } from '../../../language/facts-of-terms.ts';
import type { Embed, Evidence, LessonText } from '../../../language/lesson-text.ts';
import type { Sentence } from '../../../language/sentence.ts';
import { createSimilarity } from '../../../language/similarity.ts';
import type { Similarity } from '../../../language/similarity.ts';
import { containment, contentStems, overlap } from '../../../../items/words.ts';
import { trimPoint } from './trim-point.ts';

export interface SummaryPoint {
  /** A complete sentence: capital first, full stop last, no pronoun whose noun was left behind. */
  readonly text: string;
  readonly evidence: Evidence;
}

export interface Summary {
  /** In the lesson's order. Empty when it holds no complete English statement. */
  readonly points: readonly SummaryPoint[];
  /** The points as running text, a paragraph for each section. */
  readonly text: string;
}

export interface SummaryRequest {
  readonly embed?: Embed | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Sentences that are compared with each other: more are first thinned by their words. */
const COMPARED_SENTENCES = 200;
const MAXIMUM_POINTS = 24;
const SHARE_OF_LESSON = 0.1;

/**
 * A lesson's main points, each with the words it rests on. Sentences are taken by centrality (LexRank, Erkan and Radev
 * 2004, with sentence embeddings), place and terms, and kept apart by maximal marginal relevance (Carbonell and Goldstein
 * 1998); every section gets its point before any gets a second, and the whole is about a tenth of the lesson.
 * @param analysis of the same lesson, when it has been made already
 * @throws what `request.embed` throws, except `TextEmbedderUnavailableError` (words are then compared instead of meanings)
 */
export async function composeSummary(
  lesson: LessonText,
  request: SummaryRequest,
  analysis: LessonAnalysis = analyzeLesson(lesson),
): Promise<Summary> {
  request.signal?.throwIfAborted();
  if (!analysis.english) return { points: [], text: '' };
  const usable = thin(analysis, analysis.sentences.filter(isSummarizable));
  const similarity = await createSimilarity(
    usable.map((sentence) => sentence.text),
    request.embed,
    request.signal,
  );
  const chosen = choosePoints(analysis, usable, similarity).sort((one, other) => one.index - other.index);
  const points = chosen.map((sentence) => ({ sentence, text: trimPoint(sentence) }));
  const paragraphs = new Map<number, string[]>();
  for (const { sentence, text } of points)
    paragraphs.set(sentence.section, [...(paragraphs.get(sentence.section) ?? []), text]);
  return {
    points: points.map(({ sentence, text }) => ({ text, evidence: evidenceOf(sentence) })),
    text: [...paragraphs.values()].map((texts) => texts.join(' ')).join('\n\n'),
  };
}

function evidenceOf({ quote, passage }: Sentence): Evidence {
  return {
    quote,
    passage_id: passage.id,
    page: passage.page,
    start_second: passage.startSecond,
    end_second: passage.endSecond,
  };
}

function isSummarizable(sentence: Sentence): boolean {
  const words = sentence.text.split(' ').length;
  return (
    isQuotable(sentence) &&
    words >= 6 &&
    words <= 40 &&
    !/^(?:there (?:is|are)|it is)\b/iu.test(sentence.text) &&
    // An order out of a numbered list says nothing without the others; "neither antibody" means two just named.
    !/^\(?\d{1,2}[.)]\s/u.test(sentence.quote) &&
    !/\b(?:neither|either|both) (?!.*\b(?:nor|or|and)\b)/iu.test(sentence.text)
  );
}

/** Keeps the sentences with the most common words of each section where there are too many to compare. */
function thin(analysis: LessonAnalysis, sentences: readonly Sentence[]): Sentence[] {
  if (sentences.length <= COMPARED_SENTENCES) return [...sentences];
  const worth = wordWorth(analysis);
  const share = COMPARED_SENTENCES / sentences.length;
  const bySection = Map.groupBy(sentences, (sentence) => sentence.section);
  const kept: Sentence[] = [];
  for (const section of bySection.values()) {
    const size = Math.max(1, Math.round(section.length * share));
    kept.push(
      ...[...section].sort((one, other) => (worth.get(other) ?? 0) - (worth.get(one) ?? 0)).slice(0, size),
    );
  }
  return kept.sort((one, other) => one.index - other.index).slice(0, COMPARED_SENTENCES * 2);
}

/** How much of what the lesson keeps coming back to stands in each sentence, 0 to 1. */
function wordWorth(analysis: LessonAnalysis): Map<Sentence, number> {
  const counts = new Map<string, number>();
  for (const sentence of analysis.sentences)
    for (const stem of sentence.stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const raw = analysis.sentences.map((sentence) => {
    const sum = [...sentence.stems].reduce((total, stem) => total + Math.log2(counts.get(stem) ?? 1), 0);
    return sum / Math.sqrt(Math.max(6, sentence.stems.size));
  });
  const strongest = Math.max(1e-9, ...raw);
  return new Map(analysis.sentences.map((sentence, index) => [sentence, (raw[index] ?? 0) / strongest]));
}

function choosePoints(
  analysis: LessonAnalysis,
  sentences: readonly Sentence[],
  similarity: Similarity,
): Sentence[] {
  const worth = rate(analysis, sentences, similarity);
  const budget = Math.max(18, analysis.wordCount * SHARE_OF_LESSON);
  const maximum = Math.max(1, Math.min(MAXIMUM_POINTS, analysis.wordCount < 250 ? 3 : MAXIMUM_POINTS));
  const chosen: Sentence[] = [];
  let words = 0;
  const lengthOf = (sentence: Sentence): number => trimPoint(sentence).split(' ').length;
  const covered = new Map<number, number>();
  const sizes = Map.groupBy(sentences, (sentence) => sentence.section);
  while (chosen.length < maximum) {
    let best: Sentence | undefined;
    let bestValue = -Infinity;
    for (const sentence of sentences) {
      if (chosen.includes(sentence)) continue;
      const length = lengthOf(sentence);
      // A section without any point may stretch the length a little.
      const stretch = covered.has(sentence.section) ? 1.12 : 1.2;
      if (chosen.length > 0 && words + length > budget * stretch) continue;
      if (words >= budget && covered.has(sentence.section)) continue;
      const nearest = chosen.reduce(
        (most, other) =>
          Math.max(most, similarity.between(sentence.text, other.text), overlap(sentence.stems, other.stems)),
        0,
      );
      if (nearest > 0.8) continue;
      // A section's share of the points follows its share of the lesson; one without any comes first.
      const size = (sizes.get(sentence.section)?.length ?? 1) / sentences.length;
      const count = covered.get(sentence.section) ?? 0;
      const fairness = count === 0 ? 1 : -0.5 * Math.max(0, (count + 1) / (chosen.length + 1) - size);
      const value =
        (worth.get(sentence) ?? 0) -
        0.4 * Math.max(0, nearest - 0.2) +
        fairness -
        0.008 * Math.max(0, length - 16);
      if (value > bestValue) {
        best = sentence;
        bestValue = value;
      }
    }
    if (!best) break;
    chosen.push(best);
    words += lengthOf(best);
    covered.set(best.section, (covered.get(best.section) ?? 0) + 1);
  }
  return chosen;
}

/** Centrality in the whole and in the section, common words, headings, an early place, and being a definition. */
function rate(
  analysis: LessonAnalysis,
  sentences: readonly Sentence[],
  similarity: Similarity,
): Map<Sentence, number> {
  const words = wordWorth(analysis);
  const title = contentStems(analysis.lesson.title);
  const central = sentences.map((sentence) => {
    const near = sentences.map((other) =>
      other === sentence
        ? 0
        : Math.max(0, similarity.between(sentence.text, other.text) - 0.1) *
          (other.section === sentence.section ? 2 : 1),
    );
    return near.reduce((sum, value) => sum + value, 0);
  });
  const strongest = Math.max(1e-9, ...central);
  const firsts = new Set(
    [...Map.groupBy(sentences, (sentence) => sentence.section).values()].map(([first]) => first),
  );
  return new Map(
    sentences.map((sentence, index) => {
      const heading = contentStems(analysis.sectionHeadings[sentence.section] ?? '');
      const named = Math.max(containment(title, sentence.stems) * 0.6, containment(heading, sentence.stems));
      const bonus =
        (findDefinition(sentence, analysis) ? 0.15 : 0) +
        (firsts.has(sentence) ? 0.05 : 0) -
        (sentence.stems.size < 5 || sentence.text.split(' ').length < 9 ? 0.25 : 0) -
        (sentence.resolved ? 0.03 : 0) +
        (/\b(?:because|therefore|leads? to|results? in|causes?|so that|if|when)\b/iu.test(sentence.text)
          ? 0.06
          : 0) -
        (/\d/u.test(sentence.text) ? 0.02 : 0);
      return [
        sentence,
        0.5 * ((central[index] ?? 0) / strongest) + 0.35 * (words.get(sentence) ?? 0) + 0.2 * named + bonus,
      ];
    }),
  );
}
