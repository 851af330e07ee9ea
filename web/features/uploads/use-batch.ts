import { useState } from 'react';
import type { Lesson } from '#contract/lessons.ts';
import type { NamedFile } from './check-upload.ts';
import type { UploadFailed, UploadOutcome } from './use-upload.ts';

/** What became of a file of several. */
export interface BatchEntry extends NamedFile {
  outcome: 'waiting' | 'uploading' | 'done' | { failure: UploadFailed };
}

export interface BatchResult {
  lessons: Lesson[];
  /** Those that are not lessons yet. */
  left: NamedFile[];
}

/** Uploads several files, one after the other. A file that fails does not stop the others; cancelling does. */
export function useBatch(upload: (file: NamedFile) => Promise<UploadOutcome>) {
  const [entries, setEntries] = useState<readonly BatchEntry[]>();
  const [isRunning, setIsRunning] = useState(false);

  async function run(files: readonly NamedFile[]): Promise<BatchResult> {
    const lessons: Lesson[] = [];
    const left: NamedFile[] = [];
    let current: BatchEntry[] = files.map((each) => ({ ...each, outcome: 'waiting' }));
    const note = (index: number, outcome: BatchEntry['outcome']): void => {
      current = current.map((entry, place) => (place === index ? { ...entry, outcome } : entry));
      setEntries(current);
    };
    setIsRunning(true);
    for (const [index, file] of files.entries()) {
      note(index, 'uploading');
      const outcome = await upload(file);
      if ('lesson' in outcome) {
        lessons.push(outcome.lesson);
        note(index, 'done');
        continue;
      }
      note(index, outcome);
      left.push(file);
      if (outcome.failure.name === 'cancelled' || outcome.failure.name === 'cancelledLate') {
        left.push(...files.slice(index + 1));
        break;
      }
    }
    setIsRunning(false);
    return { lessons, left };
  }

  return { entries, isRunning, run, forget: () => setEntries(undefined) };
}
