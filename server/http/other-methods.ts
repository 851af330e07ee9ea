import { ProblemError } from '../problem-error.ts';
import type { Application } from './application.ts';

interface Address {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

/** Where the web app answers whatever nobody else does; it says nothing of what there is. */
const EVERYTHING = new Set(['*', '/*']);

/**
 * Answers 405, with the methods that do work, where an address exists and the method does not (RFC 9110, section
 * 15.5.6). Knows the routes that are registered after this call.
 */
export function refuseOtherMethods(app: Application): void {
  const addresses = new Map<string, Address>();
  app.addHook('onRoute', ({ method, url }) => {
    if (EVERYTHING.has(url)) return;
    const address = addresses.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const each of [method].flat()) address.methods.add(each);
    addresses.set(url, address);
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 && !EVERYTHING.has(request.routeOptions.url ?? '')) {
      done();
      return;
    }
    const [path = '/'] = request.url.split(/[?#]/, 1);
    const methods = new Set<string>();
    for (const address of addresses.values()) {
      if (address.pattern.test(path)) for (const method of address.methods) methods.add(method);
    }
    if (methods.size === 0 || methods.has(request.method)) {
      done();
      return;
    }
    reply.header('allow', [...methods].sort().join(', '));
    done(new ProblemError('method_not_allowed', 'This address does not take this method.'));
  });
}

/** The addresses of a route, with and without their trailing slash. */
function patternOf(url: string): RegExp {
  const source = url
    .replace(/\/$/, '')
    .split('/')
    .map((part) => {
      if (part.startsWith(':')) return '[^/]+';
      return part === '*' ? '.*' : part.replace(/[^\w-]/g, String.raw`\$&`);
    })
    .join('/');
  return new RegExp(`^${source}/?$`);
}
