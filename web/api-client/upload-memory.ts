import type { PreviousUpload, UrlStorage } from 'tus-js-client';
import { readStored, removeStored, writeStored } from './browser-storage.ts';

const NAME = 'unfinishedUploads';
/** As the server: an upload that is older has been swept. */
const LIFETIME_MILLISECONDS = 24 * 3_600_000;

type Remembered = Record<string, PreviousUpload>;

function readAll(now: number): Remembered {
  try {
    const stored = JSON.parse(readStored(NAME) ?? '{}') as Remembered;
    return Object.fromEntries(
      Object.entries(stored).filter(
        ([, { creationTime }]) => Date.parse(creationTime) > now - LIFETIME_MILLISECONDS,
      ),
    );
  } catch {
    // Written by something else, or cut short: as good as not there.
    return {};
  }
}

function writeAll(remembered: Remembered): void {
  if (Object.keys(remembered).length === 0) removeStored(NAME);
  else writeStored(NAME, JSON.stringify(remembered));
}

/** Remembers across reloads where each unfinished upload continues, by a fingerprint of its file. */
export const uploadMemory: UrlStorage = {
  findAllUploads: () => Promise.resolve(Object.values(readAll(Date.now()))),
  findUploadsByFingerprint: (fingerprint) => {
    const found = readAll(Date.now())[fingerprint];
    return Promise.resolve(found === undefined ? [] : [{ ...found, urlStorageKey: fingerprint }]);
  },
  removeUpload: (fingerprint) => {
    const others = Object.entries(readAll(Date.now())).filter(([other]) => other !== fingerprint);
    writeAll(Object.fromEntries(others));
    return Promise.resolve();
  },
  addUpload: (fingerprint, upload) => {
    writeAll({ ...readAll(Date.now()), [fingerprint]: upload });
    return Promise.resolve(fingerprint);
  },
};

/** Identifies a file by its instructor and the service that receives it. */
export const fingerprintOf = (
  file: Pick<File, 'name' | 'type' | 'size' | 'lastModified'>,
  instructorId: number | null,
  endpoint: string,
): string => JSON.stringify([instructorId, endpoint, file.name, file.type, file.size, file.lastModified]);
