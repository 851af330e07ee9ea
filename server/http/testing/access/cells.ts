import type { TestApplication } from '#server/testing/test-application.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';
import { ask, type Answered } from './ask.ts';
import { waysOf, type Dead } from './identities.ts';
import type { Request, RouteExpectation } from './route-expectation.ts';
import { ABSENT, listNamed, MALFORMED } from './names.ts';
import { makeOwner, type Owner } from './things.ts';

/** One call of the table, what it should be answered, and what it was. */
export interface Cell {
  readonly route: string;
  readonly identity: string;
  readonly thing: string;
  readonly expected: string;
  readonly answered: string;
}

type Routes = readonly (readonly [route: string, RouteExpectation])[];

interface Ways {
  readonly application: TestApplication;
  readonly owner: Owner;
  readonly stranger: Owner;
  readonly administrator: TestInstructor;
  readonly dead: Record<string, Dead>;
}

const describe = ({ status, code }: Pick<Answered, 'status' | 'code'>): string =>
  code === undefined ? String(status) : `${status} ${code}`;

/** HEAD has no body that a code could stand in. */
const expect = (method: string, status: number, code?: string): string =>
  describe({ status, code: method === 'HEAD' ? undefined : code });

const WAYS = ['token and key', 'key alone', 'token alone'] as const;

const methodOf = (route: string): string => route.split(' ')[0] ?? '';

/** Public routes answer whoever sends these as they answer everybody. */
const ON_PUBLIC_ROUTES: ReadonlySet<string> = new Set([
  'anonymous',
  'unknown key',
  'expired token',
  'spent token beside a good key',
]);

/** Everybody who is nobody, at every route, asking for the owner's things. */
export async function askDead({ application, owner, dead }: Ways, routes: Routes): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (const [route, expectation] of routes) {
    const method = methodOf(route);
    const isPublic = expectation.access === 'public';
    const identities = Object.entries(dead).filter(([name]) => !isPublic || ON_PUBLIC_ROUTES.has(name));
    const asked = identities.map(async ([identity, { headers, code }]): Promise<Cell> => {
      const answered = await ask(application.origin, method, expectation.ask(owner.things), headers);
      // A public route answers as it answers everybody; with which problem is its own matter.
      const expected = isPublic ? String(expectation.answers) : expect(method, 401, code);
      const seen = isPublic ? String(answered.status) : describe(answered);
      const leak = isPublic ? undefined : findLeak(answered, owner);
      return { route, identity, thing: 'own', expected, answered: leak ?? seen };
    });
    cells.push(...(await Promise.all(asked)));
  }
  return cells;
}

/** Somebody else who is signed in: the owner's things, absent things, and names that are none. */
export async function askStranger(ways: Ways, routes: Routes): Promise<Cell[]> {
  const { application, owner, stranger } = ways;
  const cells: Cell[] = [];
  for (const [route, expectation] of routes) {
    if (expectation.access === 'public') continue;
    const method = methodOf(route);
    for (const [way, headers] of Object.entries(waysOf(stranger.instructor))) {
      const identity = `another, ${way}`;
      const call = (request: Request) => ask(application.origin, method, request, headers);
      const refusal = findRefusal(expectation, way);
      const cell = (thing: string, answered: Answered, status: number, code?: string): void => {
        const expected = refusal === undefined ? expect(method, status, code) : expect(method, ...refusal);
        const seen = findLeak(answered, owner) ?? describe(answered);
        cells.push({ route, identity, thing, expected, answered: seen });
      };
      if (expectation.names === true) {
        const theirs = await call(expectation.ask(owner.things));
        cell('another’s', theirs, 404, 'not_found');
        const absent = await call(expectation.ask(ABSENT));
        cell('absent', absent, 404, 'not_found');
        if (JSON.stringify(theirs) !== JSON.stringify(absent)) {
          cells.push({ route, identity, thing: 'absent', expected: 'as another’s', answered: 'differs' });
        }
        const malformed = expectation.malformed ?? 400;
        cell('malformed', await call(expectation.ask(MALFORMED)), malformed, 'validation_failed');
      }
      for (const { ask: mix, answers } of expectation.mixed ?? []) {
        const code = answers === 404 ? 'not_found' : 'validation_failed';
        cell('mixed', await call(mix(stranger.things, owner.things)), answers, code);
      }
    }
  }
  return cells;
}

/** Whoever may, in every way: with their own things, or about themselves where a route names nothing. */
export async function askOwners(ways: Ways, routes: Routes): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (const [route, expectation] of routes) {
    if (expectation.access === 'public') continue;
    const asked = WAYS.map((way) => askOwner(ways, route, expectation, way));
    cells.push(...(await Promise.all(asked)));
  }
  return cells;
}

async function askOwner(
  { application, owner, stranger }: Ways,
  route: string,
  expectation: RouteExpectation,
  way: (typeof WAYS)[number],
): Promise<Cell> {
  const method = methodOf(route);
  const refusal = findRefusal(expectation, way);
  // Whoever is refused spends nothing.
  const isSpent = expectation.spends === true && refusal === undefined;
  const { instructor, things } = isSpent
    ? await makeOwner(application, listNamed(expectation.ask))
    : stranger;
  const headers = waysOf(instructor)[way];
  const answered = await ask(application.origin, method, expectation.ask(things), headers);
  const seen = refusal === undefined ? String(answered.status) : describe(answered);
  return {
    route,
    identity: `owner, ${way}`,
    thing: 'own',
    expected: refusal === undefined ? String(expectation.answers) : expect(method, ...refusal),
    answered: findLeak(answered, owner) ?? seen,
  };
}

/** How a signed-in instructor who is no administrator is refused, whatever they ask for. */
function findRefusal({ access }: RouteExpectation, way: string): [status: number, code: string] | undefined {
  if (access === 'administrator') return [403, 'not_allowed'];
  return access === 'api_key' && way === 'token alone' ? [401, 'not_authenticated'] : undefined;
}

/** An administrator, in every way: the calls for administrators answer about anyone's things, unless the key comes alone. */
export async function askAdministrators(
  { application, administrator, stranger }: Ways,
  routes: Routes,
): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (const [route, expectation] of routes) {
    if (expectation.access !== 'administrator') continue;
    const method = methodOf(route);
    for (const way of WAYS) {
      const headers = waysOf(administrator)[way];
      const call = (request: Request) => ask(application.origin, method, request, headers);
      const add = (thing: string, answered: Answered, status: number, code?: string): void => {
        const isRefused = way === 'key alone';
        const expected = isRefused ? expect(method, 403, 'not_allowed') : expect(method, status, code);
        const seen = isRefused || code !== undefined ? describe(answered) : String(answered.status);
        cells.push({ route, identity: `administrator, ${way}`, thing, expected, answered: seen });
      };
      const isSpent = expectation.spends === true && way !== 'key alone';
      const { things } = isSpent ? await makeOwner(application, listNamed(expectation.ask)) : stranger;
      add('another’s', await call(expectation.ask(things)), expectation.answers);
      if (expectation.names !== true) continue;
      add('absent', await call(expectation.ask(ABSENT)), 404, 'not_found');
      add('malformed', await call(expectation.ask(MALFORMED)), 400, 'validation_failed');
    }
  }
  return cells;
}

/** What of the owner's an answer to somebody else holds. */
function findLeak({ text, headers }: Answered, owner: Owner): string | undefined {
  const everything = text + JSON.stringify(headers);
  if (everything.includes(owner.mark)) return 'holds what is the owner’s';
  return everything.includes(owner.instructor.session.email) ? 'names the owner' : undefined;
}

/** The same calls by another writing of the address, and HEAD for GET, by nobody and by somebody else. */
export async function askVariants({ application, owner, stranger }: Ways, routes: Routes): Promise<Cell[]> {
  const cells: Cell[] = [];
  const identities: readonly (readonly [string, TestInstructor | undefined])[] = [
    ['anonymous', undefined],
    ['another', stranger.instructor],
  ];
  for (const [route, expectation] of routes) {
    if (expectation.access === 'public') continue;
    const method = methodOf(route);
    const request = expectation.ask(owner.things);
    for (const [identity, instructor] of identities) {
      if (instructor !== undefined && expectation.names !== true) continue;
      const headers = instructor?.headers ?? {};
      const [status, code] =
        instructor === undefined
          ? ([401, 'not_authenticated'] as const)
          : (findRefusal(expectation, 'token and key') ?? ([404, 'not_found'] as const));
      const add = (thing: string, expected: string, answered: Answered): void => {
        const seen = findLeak(answered, owner) ?? describe(answered);
        cells.push({ route, identity, thing, expected, answered: seen });
      };
      const slashed = { ...request, path: toggleSlash(request.path) };
      const answered = await ask(application.origin, method, slashed, headers);
      add('the other slash', expect(method, status, code), answered);
      if (method !== 'GET') continue;
      add('HEAD', String(status), await ask(application.origin, 'HEAD', request, headers));
    }
  }
  return cells;
}

const toggleSlash = (path: string): string =>
  path.replace(/(\/?)(\?|$)/, (_, slash: string, rest: string) => (slash === '' ? `/${rest}` : rest));

/** The cells that are not as expected, as a table to read. */
export function listSurprises(cells: readonly Cell[]): string {
  const wrong = cells.filter(({ expected, answered }) => expected !== answered);
  return wrong
    .map(({ route, identity, thing, expected, answered }) =>
      [route.padEnd(46), identity.padEnd(32), thing.padEnd(16), expected.padEnd(24), answered].join(' '),
    )
    .join('\n');
}
