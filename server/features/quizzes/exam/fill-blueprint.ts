import { setImmediate } from 'node:timers/promises';
import {
  giveEachOtherAway,
  readForGiveaways,
  type GiveawayReading,
} from '#contract/question-rules/checks/giveaways.ts';
import { keyOfCell } from '#contract/exam-cells.ts';
import type { BlueprintCell } from '#contract/exams.ts';
import { DIFFICULTIES } from '#contract/quizzes.ts';
import type { ComposedQuestion } from '../writer/compose/composed-question.ts';

/** A question of a bank that may be drawn for an exam. */
export interface ExamCandidate {
  readonly id: number;
  readonly lesson_id: number;
  readonly section: number;
  readonly question: ComposedQuestion;
  /** 0 to 1; the better the earlier it is drawn. */
  readonly score: number;
  readonly written_by: 'composer' | 'language_model';
}

export interface FilledVersion {
  readonly chosen: readonly ExamCandidate[];
  /** How many of them another version has too. */
  readonly sharedCount: number;
}

interface Entry {
  readonly candidate: ExamCandidate;
  readonly cell: string;
  readonly reading: GiveawayReading;
}

/** What one more question of a lesson or section costs for each that the version has already. */
const REPEATED = { lesson: 0.04, section: 0.12 } as const;
/** Per step of difficulty between questions in the same place of two versions. */
const OTHER_DIFFICULTY = 0.15;
/** Each version that has the question already, where versions must share some. */
const REUSED = 0.2;
/** Exchanges that are tried for a place that stays empty. */
const MOST_EXCHANGES = 40;
/** Other requests are served in between. */
const SLICE_MILLISECONDS = 10;

/**
 * Fills the cells of a blueprint for each version: the best questions, spread over lessons and sections, and of like difficulty
 * in all versions. No version has two questions that give each other away. A question is in two versions only where the
 * candidates are too few. The same candidates always give the same versions.
 */
export async function fillBlueprint(
  cells: readonly BlueprintCell[],
  candidates: readonly ExamCandidate[],
  versionCount: number,
): Promise<FilledVersion[]> {
  const pause = pauseInSlices();
  const pools = await listPools(cells, candidates, pause);
  const versions = Array.from({ length: versionCount }, () => new Version());
  const places = listPlaces(cells, pools, versions.length);
  let empty = await fillPlaces(places, versions, pools, { isFresh: true, pause });
  empty = await fillPlaces(empty, versions, pools, { isFresh: false, pause });
  for (const { cell, version } of empty) {
    await pause();
    const filled = versions[version];
    if (filled !== undefined) exchange(filled, pools, cell);
  }
  return versions.map((version) => ({
    chosen: [...version.entries].map(({ candidate }) => candidate),
    sharedCount: [...version.entries].filter(({ candidate }) =>
      versions.some((other) => other !== version && other.has(candidate.id)),
    ).length,
  }));
}

type Pools = ReadonlyMap<string, readonly Entry[]>;
type Pause = () => Promise<void>;

function pauseInSlices(): Pause {
  let end = performance.now() + SLICE_MILLISECONDS;
  return async () => {
    if (performance.now() < end) return;
    await setImmediate();
    end = performance.now() + SLICE_MILLISECONDS;
  };
}

/** The candidates of each cell, best first. */
async function listPools(
  cells: readonly BlueprintCell[],
  candidates: readonly ExamCandidate[],
  pause: Pause,
): Promise<Pools> {
  const pools = new Map(cells.map((cell) => [keyOfCell(cell), new Array<Entry>()]));
  for (const candidate of candidates.toSorted((one, two) => two.score - one.score || one.id - two.id)) {
    const { outcome, blooms_taxonomy: level, type } = candidate.question;
    const cell = keyOfCell({ outcome, level, answer_style: type });
    const pool = pools.get(cell);
    if (pool === undefined) continue;
    await pause();
    const item = { ...candidate.question, quote: candidate.question.evidence.quote };
    pool.push({ candidate, cell, reading: readForGiveaways(item) });
  }
  return pools;
}

class Version {
  readonly entries = new Set<Entry>();
  readonly #ids = new Set<number>();
  /** How many of its questions each lesson, and each section of one, gives. */
  readonly #counts = new Map<string, number>();

  has(id: number): boolean {
    return this.#ids.has(id);
  }

  add(entry: Entry): void {
    this.entries.add(entry);
    this.#ids.add(entry.candidate.id);
    this.#count(entry, 1);
  }

  delete(entry: Entry): void {
    this.entries.delete(entry);
    this.#ids.delete(entry.candidate.id);
    this.#count(entry, -1);
  }

  #count({ candidate: { lesson_id: lesson, section } }: Entry, change: number): void {
    for (const place of [`${lesson}`, `${lesson} ${section}`])
      this.#counts.set(place, (this.#counts.get(place) ?? 0) + change);
  }

  /** Whether it can take the question besides those it has, without the one that would leave. */
  takes(entry: Entry, leaving?: Entry): boolean {
    return [...this.entries].every((each) => each === leaving || canStandTogether(each, entry));
  }

  costOf({ candidate: { lesson_id: lesson, section } }: Entry): number {
    return (
      REPEATED.lesson * (this.#counts.get(`${lesson}`) ?? 0) +
      REPEATED.section * (this.#counts.get(`${lesson} ${section}`) ?? 0)
    );
  }
}

interface Place {
  readonly cell: string;
  /** In its cell, from 0. */
  readonly index: number;
  readonly version: number;
}

/** Cells that have the fewest questions to spare come first; within one, versions take turns, and each begins in turn. */
function listPlaces(cells: readonly BlueprintCell[], pools: Pools, versionCount: number): Place[] {
  const spare = (cell: BlueprintCell): number => (pools.get(keyOfCell(cell))?.length ?? 0) - cell.count;
  const places: Place[] = [];
  for (const cell of cells.toSorted((one, two) => spare(one) - spare(two))) {
    for (let index = 0; index < cell.count; index += 1) {
      for (let turn = 0; turn < versionCount; turn += 1)
        places.push({ cell: keyOfCell(cell), index, version: (turn + index) % versionCount });
    }
  }
  return places;
}

/** @param isFresh only with questions that no version has. @returns the places that stay empty. */
async function fillPlaces(
  places: readonly Place[],
  versions: readonly Version[],
  pools: Pools,
  { isFresh, pause }: { isFresh: boolean; pause: Pause },
): Promise<Place[]> {
  const empty: Place[] = [];
  const difficulties = new Map<string, number>();
  for (const place of places) {
    await pause();
    const version = versions[place.version];
    const key = `${place.cell} ${place.index}`;
    const usual = difficulties.get(key);
    const found = version && findBest(pools.get(place.cell) ?? [], version, { versions, isFresh, usual });
    if (found === undefined) {
      empty.push(place);
      continue;
    }
    version?.add(found);
    difficulties.set(key, usual ?? difficultyOf(found));
  }
  return empty;
}

const difficultyOf = ({ candidate }: Entry): number => DIFFICULTIES.indexOf(candidate.question.difficulty);

/** @param usual difficulty of the question that another version has in the same place */
function findBest(
  pool: readonly Entry[],
  version: Version,
  { versions, isFresh, usual }: { versions: readonly Version[]; isFresh: boolean; usual: number | undefined },
): Entry | undefined {
  const left = pool.flatMap((entry) => {
    const { id, score } = entry.candidate;
    const uses = versions.filter((each) => each.has(id)).length;
    if (version.has(id) || (isFresh && uses > 0)) return [];
    const step = usual === undefined ? 0 : Math.abs(difficultyOf(entry) - usual);
    return [{ entry, worth: score - version.costOf(entry) - OTHER_DIFFICULTY * step - REUSED * uses }];
  });
  while (left.length > 0) {
    // Of equal ones the first: the pool is in a fixed order.
    const best = left.reduce((before, each) => (each.worth > before.worth ? each : before));
    if (version.takes(best.entry)) return best.entry;
    left.splice(left.indexOf(best), 1);
  }
  return undefined;
}

/** Makes room for a question of the cell: the only one that it gives away, or that gives it away, is exchanged for another. */
function exchange(version: Version, pools: Pools, cell: string): void {
  for (const entry of (pools.get(cell) ?? []).slice(0, MOST_EXCHANGES)) {
    const hindering = [...version.entries].filter((each) => !canStandTogether(each, entry));
    const [leaving] = hindering;
    if (leaving === undefined || hindering.length > 1 || leaving.candidate.id === entry.candidate.id)
      continue;
    const successor = (pools.get(leaving.cell) ?? []).find(
      (each) => each !== leaving && canStandTogether(each, entry) && version.takes(each, leaving),
    );
    if (successor === undefined) continue;
    version.delete(leaving);
    version.add(successor);
    version.add(entry);
    return;
  }
}

const canStandTogether = (one: Entry, two: Entry): boolean =>
  one.candidate.id !== two.candidate.id && !giveEachOtherAway(one.reading, two.reading);
