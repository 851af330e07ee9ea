import type { RouteAccess } from '#server/platform/http/authentication.ts';
import type { CallOptions } from '#server/testing/test-instructor.ts';

const THING_NAMES = [
  'instructor',
  'course',
  /** A document lesson whose text was read. */
  'lesson',
  'docsource',
  'file',
  'questionSet',
  /** The question of that set. */
  'quizQuestion',
  /** A question in the bank of the lesson. */
  'candidate',
  /** A video lesson without a transcript. */
  'video',
  'trashedCourse',
  'trashedLesson',
  'trashedQuestionSet',
  'conversation',
  /** The last question of that conversation. */
  'question',
  /** Another session than the one in use. */
  'session',
  'apiKey',
  'invitation',
  /** A finished job. */
  'job',
  'upload',
  'transcription',
  'transcriptionToken',
] as const;
export type ThingName = (typeof THING_NAMES)[number];
/** The id of one object of each kind, as requests name it. */
export type Things = Readonly<Record<ThingName, number | string>>;

const UUID = '00000000-0000-4000-8000-000000000000';
const everyThing = (value: number | string): Things =>
  Object.fromEntries(THING_NAMES.map((name) => [name, value])) as Things;
export const MALFORMED = everyThing('1;drop');
export const ABSENT: Things = {
  ...everyThing(2_000_000_000),
  docsource: 'ds_absent',
  file: `/files/i2000000000/${UUID}.txt?expires=9&signature=none`,
  session: UUID,
  apiKey: UUID,
  invitation: UUID,
  job: UUID,
  upload: UUID,
  transcription: 'vid_absent',
  transcriptionToken: 'absent',
};

type Part = { readonly path?: string; readonly query?: string } & CallOptions;
type Send = (of: Things) => Part;
export type Request = { readonly path: string } & CallOptions;

/** The table's entry for one route. */
export interface Expectation {
  /** The status that the owner of the objects gets, or everyone on a public route. */
  readonly answers: number;
  /** Where the address does not say it. */
  readonly access?: 'public';
  /** What the request contains besides the address. */
  readonly send?: Part | Send;
  /** Other requests that name objects. Each is sent with one of its objects replaced by another account's, and must answer 404. */
  readonly variants?: readonly Send[];
  /** What `:id` stands for, where the address does not say it. */
  readonly id?: ThingName;
  /** Changes the objects, so the next call needs new ones. */
  readonly spends?: true;
}

/** A route as the cells of the table use it. */
export interface Route {
  readonly route: string;
  readonly method: string;
  /** The pattern of its address. */
  readonly url: string;
  readonly access: RouteAccess;
  readonly answers: number;
  readonly spends: boolean;
  /** The objects that its request names. To the route, another account's objects do not exist. */
  readonly names: ReadonlySet<ThingName>;
  readonly ask: (of: Things) => Request;
  /** Requests that mix the caller's objects with one of another account, and their expected answers. */
  readonly mixed: readonly { ask: (mine: Things, theirs: Things) => Request; answers: 400 | 404 }[];
  /** Not in the OpenAPI document. */
  readonly isOutside: boolean;
}

/** What `:id` stands for, by the start of the address. */
const ID_OF: readonly (readonly [start: string, ThingName])[] = [
  ['/api/courses/', 'course'],
  ['/api/lessons/', 'lesson'],
  ['/api/question-sets/', 'questionSet'],
  ['/api/question-bank/', 'candidate'],
  ['/api/assistant/conversations/', 'conversation'],
  ['/api/auth/sessions/', 'session'],
  ['/api/auth/api-keys/', 'apiKey'],
  ['/api/admin/accounts/', 'instructor'],
  ['/api/admin/invitations/', 'invitation'],
  ['/api/admin/jobs/', 'job'],
  ['/api/trash/courses/', 'trashedCourse'],
  ['/api/trash/lessons/', 'trashedLesson'],
  ['/api/trash/question-sets/', 'trashedQuestionSet'],
  ['/ai/uploads/', 'upload'],
];

/** Parts of an address that are numbers within the thing that `:id` names. */
const PLAIN_PARAMETERS: ReadonlySet<string> = new Set(['page', 'version']);

/** Who may call an address by its start: independent of what the route itself says. */
function accessOf(url: string): RouteAccess {
  if (url.startsWith('/api/admin/')) return 'administrator';
  if (url.startsWith('/ai/')) return 'api_key';
  return url.startsWith('/api/') ? 'instructor' : 'public';
}

export function makeRoute(route: string, expectation: Expectation): Route {
  const [method = '', url = ''] = route.split(' ');
  const id = expectation.id ?? ID_OF.find(([start]) => url.startsWith(start))?.[1];
  if (url.includes(':id') && id === undefined) throw new Error(`ID_OF does not say what :id is in ${route}.`);
  const request = (send: Expectation['send'], of: Things): Request => {
    const { path, query, ...options } = (typeof send === 'function' ? send(of) : send) ?? {};
    const address =
      path ??
      url.replaceAll(/:(\w+)/g, (_, name: string) => {
        if (name === 'id' && id !== undefined) return String(of[id]);
        if (name === 'question_id') return String(of.quizQuestion);
        if (!PLAIN_PARAMETERS.has(name)) throw new Error(`Say which thing :${name} is in ${route}.`);
        return '1';
      });
    return { path: query === undefined ? address : `${address}?${query}`, ...options };
  };
  const ask = (of: Things): Request => request(expectation.send, of);
  const names = listNamed(ask);
  const variants = (expectation.variants ?? []).map((send) => (of: Things) => request(send, of));
  const mixable = names.size > 1 ? [ask, ...variants] : variants;
  return {
    route,
    method,
    url,
    access: expectation.access ?? accessOf(url),
    answers: expectation.answers,
    spends: expectation.spends === true,
    names,
    ask,
    mixed: mixable.flatMap((askFor) =>
      [...listNamed(askFor)].map((name) => ({
        ask: (mine: Things, theirs: Things) => askFor({ ...mine, [name]: theirs[name] }),
        answers: name === 'instructor' ? (400 as const) : (404 as const),
      })),
    ),
    isOutside:
      /^(?:HEAD|OPTIONS) /.test(route) ||
      !/^\/(?:api|ai|files|metrics)\b/.test(url) ||
      /^\/api\/(?:docs|openapi)\b/.test(url),
  };
}

function listNamed(ask: (of: Things) => unknown): ReadonlySet<ThingName> {
  const named = new Set<ThingName>();
  ask(
    new Proxy(ABSENT, {
      get: (things, name: ThingName) => {
        named.add(name);
        return things[name];
      },
    }),
  );
  return named;
}

/** The caller. */
export const open = (answers: number, send: Expectation['send'] = {}): Expectation => ({
  access: 'public',
  answers,
  send,
});
export const json = (answers: number, body: object | ((of: Things) => object)): Expectation => ({
  answers,
  send: (of) => ({ json: typeof body === 'function' ? body(of) : body }),
});
export const query = (answers: number, search: (of: Things) => string): Expectation => ({
  answers,
  send: (of) => ({ query: search(of) }),
});
/** An entry for a call that changes the objects. */
export const spent = (expectation: number | Expectation): Expectation => ({
  ...expand(expectation),
  spends: true,
});
export const expand = (expectation: number | Expectation): Expectation =>
  typeof expectation === 'number' ? { answers: expectation } : expectation;
