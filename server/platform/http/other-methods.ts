import { ProblemError } from '../problem-error.ts';
import type { Application } from './application.ts';

interface Address {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

/** The catch-all route of the web app, which does not say which routes exist. */
const EVERYTHING = new Set(['*', '/*']);

/**
 * Answers 405, with the methods that do work, where an address exists and the method does not (RFC 9110, section
 * 15.5.6). Knows the routes that are registered after this call.
 */
export function refuseOtherMethods(app: Application): void {
  const spelledOut = new Map<string, Address>();
  const withParameters = new Map<string, Address>();
  app.addHook('onRoute', ({ method, url }) => {
    if (EVERYTHING.has(url)) return;
    const addresses = /[:*]/.test(url) ? withParameters : spelledOut;
    const key = withoutSlash(url);
    const address = addresses.get(key) ?? { pattern: patternOf(url), methods: new Set() };
    for (const each of [method].flat()) address.methods.add(each);
    addresses.set(key, address);
  });
  app.addHook('onRequest', (request, reply, done) => {
    const { url = '*' } = request.routeOptions;
    const isNobodys = request.is404 || EVERYTHING.has(url);
    const [path = '/'] = request.url.split(/[?#]/, 1);
    // An address that is spelled out, such as /sets/save, is not also the set with the id "save".
    const methods = isNobodys || url.includes(':') ? spelledOut.get(withoutSlash(path))?.methods : undefined;
    const allowed = methods ?? (isNobodys ? methodsAt(path, withParameters.values()) : new Set());
    if (allowed.size === 0 || allowed.has(request.method)) {
      done();
      return;
    }
    reply.header('allow', [...allowed].sort().join(', '));
    done(new ProblemError('method_not_allowed'));
  });
}

const withoutSlash = (path: string): string => path.replace(/\/$/, '');

const methodsAt = (path: string, addresses: Iterable<Address>): Set<string> =>
  new Set([...addresses].flatMap(({ pattern, methods }) => (pattern.test(path) ? [...methods] : [])));

/** The addresses of a route, with and without their trailing slash. */
function patternOf(url: string): RegExp {
  const source = withoutSlash(url)
    .split('/')
    .map((part) => {
      if (part.startsWith(':')) return '[^/]+';
      return part === '*' ? '.*' : part.replace(/[^\w-]/g, String.raw`\$&`);
    })
    .join('/');
  return new RegExp(`^${source}/?$`);
}
