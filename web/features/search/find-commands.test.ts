import { expect, test } from 'vitest';
import { findCommands } from './find-commands.ts';

const NAMES: Readonly<Record<string, string>> = {
  'courses.add': 'Add New Course',
  'layout.uploadContent': 'Upload Content',
  'layout.myCourses': 'My Courses',
};

test.each([
  ['new course', ['/courses?new=1']],
  ['uplo', ['/upload']],
  ['COURSE', ['/courses?new=1', '/courses']],
  ['course of a river', []],
  ['!', []],
])('“%s” finds %j', (text, found) => {
  expect(findCommands(text, (label) => NAMES[label] ?? '').map(({ path }) => path)).toEqual(found);
});
