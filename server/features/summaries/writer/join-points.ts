import type { LessonText } from '../../../language/lesson-text.ts';
import type { Stretch } from '../../../language-model/stretches.ts';
import { contentStems, overlap } from '../../../../items/words.ts';
import type { SummaryPoint } from '../compose/compose-summary.ts';

interface Placed {
  readonly point: SummaryPoint;
  /** The stretch of a model that its evidence is in; of prose, its section. */
  readonly section: number;
  readonly position: number;
  readonly offset: number;
  readonly words: number;
  readonly ofModel: boolean;
}

const SAME_WORDS = 0.6;
/** A model may take a little more than it was given. */
const MOST_OF_LIMIT = 1.2;

/**
 * The model's points in the lesson's order, each section without any filled with the rules' choice. Nothing
 * is said twice, and the whole stays within its length.
 */
export function joinPoints(
  lesson: LessonText,
  given: {
    readonly supported: readonly SummaryPoint[];
    readonly composed: readonly SummaryPoint[];
    /** What the model was given: slides that it read together count as one section. */
    readonly stretches: readonly Stretch[];
    readonly words: number;
  },
): { readonly points: SummaryPoint[]; readonly text: string; readonly ofModel: number } {
  const places = new Map(lesson.passages.map((passage) => [passage.id, passage]));
  const sectionOf = new Map(
    given.stretches.flatMap(({ passages }) =>
      passages.map(({ id }) => [id, passages[0]?.section ?? 0] as const),
    ),
  );
  const place = (point: SummaryPoint, ofModel: boolean): Placed[] => {
    const passage = places.get(point.evidence.passage_id);
    if (!passage) return [];
    const { position, text } = passage;
    const section = sectionOf.get(passage.id) ?? passage.section;
    const offset = text.indexOf(point.evidence.quote);
    return [{ point, section, position, offset, words: point.text.split(' ').length, ofModel }];
  };
  const most = given.words * MOST_OF_LIMIT;
  const taken: Placed[] = [];
  const add = (placed: Placed): void => {
    const stems = contentStems(placed.point.text);
    const spent = taken.reduce((sum, { words }) => sum + words, 0);
    const isFirst = !taken.some(({ section }) => section === placed.section);
    if (!isFirst && spent + placed.words > most) return;
    if (taken.some(({ point }) => overlap(stems, contentStems(point.text)) > SAME_WORDS)) return;
    taken.push(placed);
  };
  const ofModel = roundRobin(given.supported.flatMap((point) => place(point, true)));
  const ofComposer = roundRobin(given.composed.flatMap((point) => place(point, false)));
  const known = new Set(ofModel.map(({ section }) => section));
  for (const placed of ofModel) add(placed);
  for (const placed of ofComposer) if (!known.has(placed.section)) add(placed);
  taken.sort((one, other) => one.position - other.position || one.offset - other.offset);
  const paragraphs = Map.groupBy(taken, ({ section }) => section);
  return {
    points: taken.map(({ point }) => point),
    text: [...paragraphs.values()].map((list) => list.map(({ point }) => point.text).join(' ')).join('\n\n'),
    ofModel: taken.filter((placed) => placed.ofModel).length,
  };
}

/** The first point of each section, then the second of each, and so on. */
function roundRobin(points: readonly Placed[]): Placed[] {
  const sections = [...Map.groupBy(points, ({ section }) => section).values()];
  const longest = Math.max(0, ...sections.map((list) => list.length));
  return Array.from({ length: longest }, (_, round) =>
    sections.flatMap((list) => list.slice(round, round + 1)),
  ).flat();
}
