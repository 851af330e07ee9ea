import type { Sentence } from '../../../language/sentence.ts';
import type { BloomLevel } from './composed-question.ts';

/** A wrong answer that may be used. */
export interface Distractor {
  /** As the option reads. */
  readonly text: string;
  /** The sentence of the lesson it was taken from; undefined when it was made. */
  readonly from?: Sentence | undefined;
  /** Another lesson of the course explains it. */
  readonly ofCourse?: boolean;
  /** Added to its rank: how well its kind fits the key's, whatever its meaning. */
  readonly fit: number;
  /** The key with one thing turned round ("falls" for "rises"): near it on purpose. */
  readonly variant?: boolean;
}

/** A question that could be asked, before its options are chosen. */
export interface Candidate {
  /** Name of the form it is written in: sets mix forms. */
  readonly form: string;
  readonly level: BloomLevel;
  readonly stem: string;
  readonly key: string;
  readonly sentence: Sentence;
  /** Wrong answers, looked for when they are first wanted: most candidates are never asked. */
  readonly pool: () => readonly Distractor[];
  readonly explanation: string;
  /** How good the form is, 0 to 1: definitions and causes before plain statements. */
  readonly formWorth: number;
  /** How near a wrong answer must come to the key, or to the statement the key is part of, in meaning: 0 to 1. */
  readonly floor: number;
  /** Options are numbers and stand in rising order. */
  readonly numeric?: boolean;
}

/** Makes something when it is first wanted, and keeps it. */
export function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
