import { AsyncLocalStorage } from 'node:async_hooks';

/** What the work that runs now belongs to. Log lines carry it, and jobs that the work enqueues remember it. */
export interface WorkContext {
  /** Of the request, or of the request that enqueued the job. */
  requestId?: string;
  /** Whose work it is, once that is known. */
  instructorId?: number;
  /** The kind of job. */
  job?: string;
  jobId?: string;
  /** Where the request came from, for the audit log. No log line carries it. */
  origin?: WorkOrigin;
  /** How much of the process and its database the work has taken: see http/paced-work.ts. */
  spentMilliseconds?: number;
}

export interface WorkOrigin {
  readonly kind: 'request' | 'command_line';
  readonly address?: string;
  readonly userAgent?: string;
}

const storage = new AsyncLocalStorage<WorkContext>();

/** Runs `work`, and all that it begins, as part of `context`. */
export const runInContext = <Result>(context: WorkContext, work: () => Result): Result =>
  storage.run(context, work);

/** The context of the caller, if it has one. */
export const findContext = (): WorkContext | undefined => storage.getStore();

/** Notes that the work has taken this much. */
export function spend(context: WorkContext | null | undefined, milliseconds: number): void {
  if (context) context.spentMilliseconds = (context.spentMilliseconds ?? 0) + milliseconds;
}
