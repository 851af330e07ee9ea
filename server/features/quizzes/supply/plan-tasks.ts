import type { LessonAnalysis } from '../../../language/analysis.ts';
import { isQuotable } from '../../../language/analysis.ts';
import type { LessonPassage } from '../../../language/lesson-text.ts';
import { listSections } from '../../../language/list-sections.ts';
import { createRandom, shuffle } from '../../../language/random.ts';
import type { BloomLevel, ComposeRequest } from '../compose/composed-question.ts';
import { levelShares } from '../compose/order-candidates.ts';

/** A question to be written: about what, and at which level. */
export interface Task {
  /** From 1, in the order of the lesson. */
  readonly number: number;
  readonly passage: LessonPassage;
  readonly level: BloomLevel;
}

const ESSAY_LEVELS: readonly BloomLevel[] = ['understand', 'analyze', 'evaluate', 'apply', 'create'];
/** Multiple choice cannot soundly test judging and creating. */
const CHOICE_LEVELS = new Set<BloomLevel>(['remember', 'understand', 'apply', 'analyze']);

/**
 * Which passages to ask about, spread over the lesson's sections, and at which levels, in the shares asked for. A passage
 * is asked about as often as it has statements that stand alone, so a short lesson gives fewer tasks than wanted.
 */
export function planTasks(analysis: LessonAnalysis, request: ComposeRequest): Task[] {
  const levels = listLevels(request);
  if (levels.size === 0) return [];
  const passages = spreadOverSections(analysis, request);
  const taken = new Map<BloomLevel, number>();
  const tasks = passages.map((passage, index) => {
    const lack = (level: BloomLevel): number =>
      (levels.get(level) ?? 0) * (index + 1) - (taken.get(level) ?? 0);
    const level = [...levels.keys()].reduce((one, other) => (lack(other) > lack(one) ? other : one));
    taken.set(level, (taken.get(level) ?? 0) + 1);
    return { passage, level };
  });
  return tasks
    .toSorted((one, other) => one.passage.position - other.passage.position)
    .map((task, index) => ({ ...task, number: index + 1 }));
}

function listLevels(request: ComposeRequest): ReadonlyMap<BloomLevel, number> {
  const asked = request.taxonomyLevels ?? [];
  if (request.answerStyle === 'essay') return levelShares(asked.length === 0 ? ESSAY_LEVELS : asked);
  const levels = asked.filter((level) => CHOICE_LEVELS.has(level));
  return asked.length > 0 && levels.length === 0 ? new Map() : levelShares(levels);
}

/** One passage from each section in turn, until there are enough or no statement is left. */
function spreadOverSections(analysis: LessonAnalysis, request: ComposeRequest): LessonPassage[] {
  const random = createRandom(request.seed);
  const statements = new Map<string, number>();
  for (const sentence of analysis.sentences) {
    if (!isQuotable(sentence)) continue;
    statements.set(sentence.passage.id, (statements.get(sentence.passage.id) ?? 0) + 1);
  }
  const asked = request.sections === undefined ? undefined : new Set(request.sections);
  const stores = listSections(analysis.lesson.passages)
    .filter(({ section }) => asked?.has(section) ?? true)
    .map(({ passages }) => {
      const usable = passages.filter(({ id }) => statements.has(id));
      const rounds = Math.max(0, ...usable.map(({ id }) => statements.get(id) ?? 0));
      // Every passage once before any is asked about again.
      return Array.from({ length: rounds }, (_, round) =>
        shuffle(
          usable.filter(({ id }) => (statements.get(id) ?? 0) > round),
          random,
        ),
      ).flat();
    })
    .filter((store) => store.length > 0);
  const chosen: LessonPassage[] = [];
  for (let round = 0; chosen.length < request.count; round += 1) {
    const left = stores.filter((store) => store.length > round);
    if (left.length === 0) break;
    const wanted = Math.min(left.length, request.count - chosen.length);
    for (let index = 0; index < wanted; index += 1) {
      const passage = left[Math.floor(((index + 0.5) * left.length) / wanted)]?.[round];
      if (passage !== undefined) chosen.push(passage);
    }
  }
  return chosen;
}
