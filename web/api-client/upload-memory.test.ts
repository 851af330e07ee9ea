import { beforeEach, expect, test, vi } from 'vitest';
import { readStored, removeStored, writeStored } from './browser-storage.ts';
import { fingerprintOf, uploadMemory } from './upload-memory.ts';

const STORED = 'unfinishedUploads';
const HOUR = 3_600_000;
beforeEach(() => removeStored(STORED));

const file = { name: 'a.mp4', type: 'video/mp4', size: 10, lastModified: 1 };
const upload = (hoursAgo: number) => ({
  size: 10,
  metadata: {},
  creationTime: new Date(Date.now() - hoursAgo * HOUR).toString(),
  urlStorageKey: '',
  uploadUrl: 'https://lectern.test/ai/uploads/1/',
  parallelUploadUrls: null,
});

test('an unfinished upload is found again by its file, until it is removed', async () => {
  const mine = fingerprintOf(file, 1, 'https://lectern.test/ai/uploads/');
  const key = await uploadMemory.addUpload(mine, upload(0));
  expect(await uploadMemory.findUploadsByFingerprint(mine)).toEqual([{ ...upload(0), urlStorageKey: key }]);
  for (const other of [
    fingerprintOf(file, 2, 'https://lectern.test/ai/uploads/'),
    fingerprintOf(file, 1, 'https://elsewhere.test/ai/uploads/'),
    fingerprintOf({ ...file, size: 11 }, 1, 'https://lectern.test/ai/uploads/'),
    fingerprintOf({ ...file, lastModified: 2 }, 1, 'https://lectern.test/ai/uploads/'),
    fingerprintOf({ ...file, name: 'b.mp4' }, 1, 'https://lectern.test/ai/uploads/'),
  ]) {
    expect(await uploadMemory.findUploadsByFingerprint(other)).toEqual([]);
  }
  await uploadMemory.removeUpload(key);
  expect(await uploadMemory.findUploadsByFingerprint(mine)).toEqual([]);
  expect(readStored(STORED)).toBeNull();
});

test('one that the server has swept is forgotten', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21) });
  await uploadMemory.addUpload('old', upload(23.9));
  expect(await uploadMemory.findUploadsByFingerprint('old')).toHaveLength(1);
  vi.advanceTimersByTime(0.2 * HOUR);
  expect(await uploadMemory.findUploadsByFingerprint('old')).toEqual([]);
  await uploadMemory.addUpload('new', upload(0));
  expect(readStored(STORED)).not.toContain('old');
  vi.useRealTimers();
});

test('what cannot be read counts as nothing', async () => {
  for (const text of ['', '{', 'null', '[]', '{"a":null}']) {
    writeStored(STORED, text);
    expect(await uploadMemory.findUploadsByFingerprint('a')).toEqual([]);
  }
});
