import type { TestApplication } from '#server/testing/test-application.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';
import { waysOf, type Dead } from './identities.ts';
import { ABSENT, MALFORMED, type Request, type Route, type ThingName } from './route.ts';
import { makeOwner, type Owner } from './things.ts';

/** One call of the table, with the expected and the actual answer. */
interface Cell {
  readonly route: string;
  readonly identity: string;
  readonly thing: string;
  readonly expected: string;
  readonly answered: string;
}

interface Ways {
  readonly application: TestApplication;
  readonly owner: Owner;
  readonly stranger: Owner;
  readonly administrator: TestInstructor;
  readonly dead: Record<string, Dead>;
}

interface Answered {
  readonly status: number;
  /** The code of a problem. */
  readonly code: string | undefined;
  readonly text: string;
  /** Without those that differ from call to call. */
  readonly headers: Record<string, string>;
}

type Refusal = readonly [status: number, code: string];

const NOT_FOUND: Refusal = [404, 'not_found'];
const INVALID: Refusal = [400, 'validation_failed'];
const OF_EACH_REQUEST = new Set(['date', 'x-request-id', 'connection', 'keep-alive']);

/** Makes one call. Reads only the head of a response that never ends. */
export async function ask(
  origin: string,
  method: string,
  { path, json, body, headers: given }: Request,
  identity: Record<string, string>,
): Promise<Answered> {
  const headers = new Headers({ ...given, ...identity });
  if (json !== undefined) headers.set('content-type', 'application/json');
  const content = json === undefined ? body : JSON.stringify(json);
  const response = await fetch(new URL(path, origin), {
    method,
    headers,
    redirect: 'manual',
    ...(content === undefined ? {} : { body: content }),
  });
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream') && path.endsWith('/events/')) {
    await response.body?.cancel();
    return { status: response.status, code: undefined, text: '', headers: {} };
  }
  const text = await response.text();
  const isProblem = type.startsWith('application/problem+json') && text !== '';
  return {
    status: response.status,
    code: isProblem ? (JSON.parse(text) as { code: string }).code : undefined,
    text: text.replace(/"request_id":"[^"]*"/, '"request_id":""'),
    headers: Object.fromEntries([...response.headers].filter(([name]) => !OF_EACH_REQUEST.has(name))),
  };
}

/** What a response to another account contains of the owner's data. */
function findLeak({ text, headers }: Answered, owner: Owner): string | undefined {
  const everything = text + JSON.stringify(headers);
  if (everything.includes(owner.mark)) return 'contains the owner’s text';
  return everything.includes(owner.instructor.session.email) ? 'names the owner' : undefined;
}

/** One cell. Compares refusals by code, except for HEAD, which has no body, and other responses by status. */
const makeCell = (
  { route, method }: Route,
  [identity, thing]: readonly [identity: string, thing: string],
  expected: number | Refusal,
  answered: Answered,
  owner: Owner | undefined,
): Cell => {
  const [status, code] = typeof expected === 'number' ? [expected, undefined] : expected;
  const isWithCode = code !== undefined && method !== 'HEAD';
  const seen = isWithCode ? `${answered.status} ${answered.code ?? ''}` : String(answered.status);
  return {
    route,
    identity,
    thing,
    expected: isWithCode ? `${status} ${code}` : String(status),
    answered: (owner && findLeak(answered, owner)) ?? seen,
  };
};

const WAYS = ['token and key', 'key alone', 'token alone'] as const;

/** Credentials that make no difference to public routes. */
const ON_PUBLIC_ROUTES: ReadonlySet<string> = new Set([
  'anonymous',
  'unknown key',
  'expired token',
  'spent token beside a good key',
]);

/** Every invalid credential, on every route, requesting the owner's objects. */
export async function askDead({ application, owner, dead }: Ways, routes: readonly Route[]): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (const route of routes) {
    const isPublic = route.access === 'public';
    const identities = Object.entries(dead).filter(([name]) => !isPublic || ON_PUBLIC_ROUTES.has(name));
    const asked = identities.map(async ([identity, { headers, code }]) => {
      const answered = await ask(application.origin, route.method, route.ask(owner.things), headers);
      const expected = isPublic ? route.answers : ([401, code] as const);
      return makeCell(route, [identity, 'own'], expected, answered, isPublic ? undefined : owner);
    });
    cells.push(...(await Promise.all(asked)));
  }
  return cells;
}

/** Another signed-in account requests the owner's objects, missing objects, and malformed ids. */
export async function askStranger(ways: Ways, routes: readonly Route[]): Promise<Cell[]> {
  const { application, owner, stranger } = ways;
  const cells: Cell[] = [];
  for (const route of routes) {
    if (route.access === 'public') continue;
    for (const [way, headers] of Object.entries(waysOf(stranger.instructor))) {
      const identity = `another, ${way}`;
      const call = (request: Request) => ask(application.origin, route.method, request, headers);
      const add = (thing: string, answered: Answered, expected: Refusal): void => {
        const refusal = findRefusal(route, way) ?? expected;
        cells.push(makeCell(route, [identity, thing], refusal, answered, owner));
      };
      if (route.names.size > 0) {
        const theirs = await call(route.ask(owner.things));
        const absent = await call(route.ask(ABSENT));
        add('another’s', theirs, NOT_FOUND);
        add('absent', absent, NOT_FOUND);
        if (JSON.stringify(theirs) !== JSON.stringify(absent)) {
          const answered = 'differs';
          cells.push({ route: route.route, identity, thing: 'absent', expected: 'as another’s', answered });
        }
        add('malformed', await call(route.ask(MALFORMED)), INVALID);
      }
      for (const { ask: mix, answers } of route.mixed) {
        add('mixed', await call(mix(stranger.things, owner.things)), answers === 404 ? NOT_FOUND : INVALID);
      }
    }
  }
  return cells;
}

/** Allowed calls with every credential, on the caller’s own objects or, if the route names none, their account. */
export async function askOwners(ways: Ways, routes: readonly Route[]): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (const route of routes) {
    if (route.access === 'public') continue;
    const asked = WAYS.map(async (way) => {
      const refusal = findRefusal(route, way);
      const { instructor, things } = await thingsFor(ways, route, refusal !== undefined);
      const headers = waysOf(instructor)[way];
      const answered = await ask(ways.application.origin, route.method, route.ask(things), headers);
      return makeCell(route, [`owner, ${way}`, 'own'], refusal ?? route.answers, answered, ways.owner);
    });
    cells.push(...(await Promise.all(asked)));
  }
  return cells;
}

/** A refused call changes nothing, so it can share its objects with other calls. */
const thingsFor = ({ application, stranger }: Ways, route: Route, isRefused: boolean): Promise<Owner> =>
  route.spends && !isRefused ? makeOwner(application, route.names) : Promise.resolve(stranger);

/** The refusal that an instructor who is not an administrator gets, whatever they request. */
function findRefusal({ access }: Route, way: string): Refusal | undefined {
  if (access === 'administrator') return [403, 'not_allowed'];
  return access === 'api_key' && way === 'token alone' ? [401, 'not_authenticated'] : undefined;
}

/** An administrator may call administration routes on anyone's objects, except with the API key alone. */
export async function askAdministrators(ways: Ways, routes: readonly Route[]): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (const route of routes) {
    if (route.access !== 'administrator') continue;
    for (const way of WAYS) {
      const isRefused = way === 'key alone';
      const headers = waysOf(ways.administrator)[way];
      const { things } = await thingsFor(ways, route, isRefused);
      const add = async (thing: string, request: Request, expected: number | Refusal): Promise<void> => {
        const refusal: number | Refusal = isRefused ? [403, 'not_allowed'] : expected;
        const answered = await ask(ways.application.origin, route.method, request, headers);
        cells.push(makeCell(route, [`administrator, ${way}`, thing], refusal, answered, undefined));
      };
      await add('another’s', route.ask(things), route.answers);
      if (route.names.size === 0) continue;
      await add('absent', route.ask(ABSENT), NOT_FOUND);
      await add('malformed', route.ask(MALFORMED), INVALID);
    }
  }
  return cells;
}

/** The same calls with the alternative spelling of the address, and HEAD for GET, without an account and with another account. */
export async function askVariants(
  { application, owner, stranger }: Ways,
  routes: readonly Route[],
): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (const route of routes) {
    if (route.access === 'public') continue;
    const request = route.ask(owner.things);
    for (const instructor of [undefined, stranger.instructor]) {
      if (instructor !== undefined && route.names.size === 0) continue;
      const headers = instructor?.headers ?? {};
      const identity = instructor === undefined ? 'anonymous' : 'another';
      const refusal: Refusal =
        instructor === undefined
          ? [401, 'not_authenticated']
          : (findRefusal(route, 'token and key') ?? NOT_FOUND);
      const slashed = { ...request, path: toggleSlash(request.path) };
      const answered = await ask(application.origin, route.method, slashed, headers);
      cells.push(makeCell(route, [identity, 'the other slash'], refusal, answered, owner));
      if (route.method !== 'GET') continue;
      const head = await ask(application.origin, 'HEAD', request, headers);
      cells.push(makeCell(route, [identity, 'HEAD'], refusal[0], head, owner));
    }
  }
  return cells;
}

const toggleSlash = (path: string): string =>
  path.replace(/(\/?)(\?|$)/, (_, slash: string, rest: string) => (slash === '' ? `/${rest}` : rest));

/** Objects that move to the trash with their course. */
const IN_TRASH: readonly ThingName[] = [
  'course',
  'lesson',
  'video',
  'docsource',
  'file',
  'questionSet',
  'candidate',
];

/** Conversations keep quoting the lessons, and the trash is listed separately. */
const withoutConversationsAndTrash = (text: string): string =>
  JSON.stringify(JSON.parse(text), (key, value: unknown) =>
    key === 'conversations' || key === 'trash' ? [] : value,
  );

/**
 * The owner requests trashed objects from every route: they are not found, like objects that never existed. Routes that name no object
 * list neither the course's title nor the lesson's text.
 */
export async function askForTrashed(application: TestApplication, routes: readonly Route[]): Promise<Cell[]> {
  const owner = await makeOwner(application);
  const { instructor, things, mark } = owner;
  await instructor.call('DELETE', `/api/courses/${things.course}/`);
  const cells: Cell[] = [];
  for (const route of routes) {
    if (route.access === 'administrator' || route.url.startsWith('/api/trash/')) continue;
    const isNamed = IN_TRASH.some((name) => route.names.has(name));
    if (!isNamed && (route.method !== 'GET' || route.url.includes('/assistant/'))) continue;
    const answered = await ask(application.origin, route.method, route.ask(things), instructor.headers);
    const listed =
      route.url === '/api/auth/export/' ? withoutConversationsAndTrash(answered.text) : answered.text;
    const expected = isNamed || route.answers === 404 ? NOT_FOUND : route.answers;
    const cell = makeCell(route, ['owner', 'in the trash'], expected, answered, undefined);
    const isFound = [`Course ${mark}`, `The ${mark} leaf`].some((text) => listed.includes(text));
    cells.push(isFound ? { ...cell, answered: 'finds what is in the trash' } : cell);
  }
  return cells;
}

/** The cells that are not as expected, as a table to read. */
export function listSurprises(cells: readonly Cell[]): string {
  const wrong = cells.filter(({ expected, answered }) => expected !== answered);
  return wrong
    .map(({ route, identity, thing, expected, answered }) =>
      [route.padEnd(46), identity.padEnd(32), thing.padEnd(16), expected.padEnd(24), answered].join(' '),
    )
    .join('\n');
}
