import { FileMissingError, FileTooLargeError, type FileStore } from '../files/file-store.ts';
import { ProblemError } from '../problem-error.ts';
import type { Metrics } from './metrics.ts';

/** Not the store's: a file that is not there or too large, and an upload that broke off. */
const isOfTheStore = (error: unknown): boolean =>
  !(
    error instanceof FileMissingError ||
    error instanceof FileTooLargeError ||
    error instanceof ProblemError ||
    (error instanceof Error && error.name === 'AbortError')
  );

/** Fails with whatever its caller does to the file. */
const UNCOUNTED = 'withLocalFile';

/** The same store, whose failures are counted. */
export function countStoreErrors<Store extends FileStore>(store: Store, metrics: Metrics): Store {
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof name !== 'string' || typeof member !== 'function') return member;
      return (...given: unknown[]): unknown => {
        const result: unknown = Reflect.apply(member, target, given);
        if (result instanceof Promise && name !== UNCOUNTED) {
          result.catch((error: unknown) => {
            if (isOfTheStore(error)) metrics.storeFailed(name);
          });
        }
        return result;
      };
    },
  });
}
