import type { TestApplication } from '#server/testing/test-application.ts';
import { ask } from './ask.ts';
import type { Cell } from './cells.ts';
import type { RouteExpectation } from './route-expectation.ts';
import { listNamed, type Things } from './names.ts';
import { makeOwner } from './things.ts';

/** What goes into the trash with its course. */
const IN_TRASH: ReadonlySet<string> = new Set<keyof Things>([
  'course',
  'lesson',
  'video',
  'docsource',
  'file',
  'questionSet',
  'candidate',
]);

/** What was said in a conversation stays, and quotes the lessons of that time; the trash is listed by itself. */
const withoutConversationsAndTrash = (text: string): string =>
  JSON.stringify(JSON.parse(text), (key, value: unknown) =>
    key === 'conversations' || key === 'trash' ? [] : value,
  );

/**
 * The owner asks every route for what is in their trash: as much is found as of something that never existed. Routes that name
 * nothing are asked for what they list, which may hold neither the course's title nor the lesson's text.
 */
export async function askForTrashed(
  application: TestApplication,
  routes: readonly (readonly [route: string, RouteExpectation])[],
): Promise<Cell[]> {
  const { instructor, things, mark } = await makeOwner(application);
  await instructor.call('DELETE', `/api/courses/${things.course}/`);
  const cells: Cell[] = [];
  for (const [route, expectation] of routes) {
    const [method = ''] = route.split(' ');
    if (expectation.access === 'administrator' || route.includes('/api/trash/')) continue;
    const isNamed = [...listNamed(expectation.ask, things)].some((name) => IN_TRASH.has(name));
    if (!isNamed && (method !== 'GET' || route.includes('/assistant/'))) continue;
    const answered = await ask(application.origin, method, expectation.ask(things), instructor.headers);
    const listed =
      route === 'GET /api/auth/export/' ? withoutConversationsAndTrash(answered.text) : answered.text;
    const isFound = [`Course ${mark}`, `The ${mark} leaf`].some((text) => listed.includes(text));
    const seen = isFound ? 'finds what is in the trash' : `${answered.status} ${answered.code ?? ''}`;
    cells.push({
      route,
      identity: 'owner',
      thing: 'in the trash',
      expected: isNamed || expectation.answers === 404 ? '404 not_found' : `${expectation.answers} `,
      answered: seen,
    });
  }
  return cells;
}
