import { expect, test } from 'vitest';
import { isFileKey } from './file-store.ts';
import { describeFileStore } from './testing/describe-file-store.ts';

describeFileStore('disk');

test('a key is a folder, a name and an extension, and nothing that a store could interpret', () => {
  expect(['i1/a.txt', 'i17/0b9c1f5e-7c1d-4f5e-9a61-6a3f8b6f2a10.mp4'].filter(isFileKey)).toHaveLength(2);
  const bad = [
    ...['../a.txt', '/etc/passwd', 'i1/../../a.txt', 'i1/A.txt', '.unfinished/a', 'i1//a.txt', 'i1/a', ''],
    ...['i1/a.txt\u0000', 'i1/a.txt?versionId=1', 'i1/%2e%2e/a.txt', 'i1/a.txt/', 'i1\\a.txt'],
    ...['lectern-check', 'i1/a.txt\n', `i1/${'a'.repeat(200)}.txt`],
  ];
  expect(bad.filter(isFileKey)).toEqual([]);
});
