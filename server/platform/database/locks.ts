/** A lock of the whole installation, held by this process. */
export interface HeldLock {
  /** Aborts when the lock was lost because the database went away: another process may hold it now. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** Port: locks across processes. One that a killed process held is free at once. */
export interface Locks {
  /** Takes the lock called `name`, or returns undefined when it is held, by this process or another. */
  tryTake(name: string): Promise<HeldLock | undefined>;
  close(): Promise<void>;
}
