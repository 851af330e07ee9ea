import type { AnswerSaved, SaveAnswerRequest } from '#contract/attempts.ts';
import { call, isTemporary } from './call.ts';

export type Answer = Pick<SaveAnswerRequest, 'choice' | 'text' | 'is_flagged' | 'is_final' | 'seconds_spent'>;
type Pending = Record<string, Answer & { sequence: number }>;

const RETRY_MILLISECONDS = 3_000;

/** Private windows and full disks refuse to store; answers are then kept in memory until they are sent. */
export const store = {
  read: (name: string): string | null => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  },
  write: (name: string, value: string | null): void => {
    try {
      if (value === null) localStorage.removeItem(name);
      else localStorage.setItem(name, value);
    } catch {
      // See above.
    }
  },
};

function deviceName(): string {
  const known = store.read('lecternDevice');
  if (known !== null) return known;
  const made = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16)).join('-');
  store.write('lecternDevice', made);
  return made;
}

export interface QueueState {
  readonly waiting: number;
  readonly isOffline: boolean;
}

/** Sends answers one after the other, the newest of each question; what is not confirmed survives a reload. */
export class AnswerQueue {
  readonly #token: string;
  readonly #device = deviceName();
  readonly #name: string;
  readonly #onState: (state: QueueState) => void;
  readonly #onSaved: (answer: AnswerSaved) => void;
  readonly #onRefused: (error: unknown) => void;
  #pending: Pending;
  #sequence: number;
  #sending: Promise<void> | undefined;
  #isClosed = false;

  constructor(
    token: string,
    on: {
      state: (state: QueueState) => void;
      saved: (answer: AnswerSaved) => void;
      refused: (error: unknown) => void;
    },
  ) {
    this.#token = token;
    this.#name = `lecternAnswers ${token.slice(-12)}`;
    this.#onState = on.state;
    this.#onSaved = on.saved;
    this.#onRefused = on.refused;
    this.#pending = JSON.parse(store.read(this.#name) ?? '{}') as Pending;
    this.#sequence = Number(store.read(`${this.#name} sequence`) ?? 0);
  }

  get pending(): Readonly<Record<string, Answer>> {
    return this.#pending;
  }

  save(key: number, answer: Answer): void {
    this.#sequence += 1;
    store.write(`${this.#name} sequence`, String(this.#sequence));
    this.#pending = { ...this.#pending, [key]: { ...answer, sequence: this.#sequence } };
    this.#keep();
    void this.send();
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Resolves when nothing is waiting any more, or at the first failure. */
  async send(): Promise<void> {
    if (this.#isClosed) return;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
    await this.#sending;
  }

  /** Sends what is waiting while the page closes. No answer can be read then: what is not confirmed is sent again later. */
  sendLast(): void {
    for (const [key, answer] of Object.entries(this.#pending))
      this.#put(key, answer, true).catch(() => undefined);
  }

  async #sendAll(): Promise<void> {
    let isOffline = false;
    for (let [entry] = Object.entries(this.#pending); entry !== undefined && !isOffline;) {
      isOffline = !(await this.#sendOne(...entry));
      [entry] = Object.entries(this.#pending);
    }
    this.#report(isOffline);
    if (isOffline) setTimeout(() => void this.send(), RETRY_MILLISECONDS);
  }

  async #sendOne(key: string, answer: Pending[string]): Promise<boolean> {
    this.#report(false);
    try {
      const saved = await this.#put(key, answer);
      this.#forget(key, answer);
      this.#onSaved(saved);
      return true;
    } catch (error) {
      if (isTemporary(error)) return false;
      this.#forget(key, answer);
      this.#onRefused(error);
      return true;
    }
  }

  #put(key: string, answer: Pending[string], isLast = false): Promise<AnswerSaved> {
    const json = { ...answer, device: this.#device };
    return call('PUT', `/api/attempt/answers/${key}/`, { token: this.#token, json, isLast });
  }

  /** Unless it was changed while it was sent. */
  #forget(key: string, { sequence }: Pending[string]): void {
    if (this.#pending[key]?.sequence !== sequence) return;
    this.#pending = Object.fromEntries(Object.entries(this.#pending).filter(([each]) => each !== key));
    this.#keep();
  }

  #keep(): void {
    store.write(this.#name, Object.keys(this.#pending).length === 0 ? null : JSON.stringify(this.#pending));
  }

  #report(isOffline: boolean): void {
    this.#onState({ waiting: Object.keys(this.#pending).length, isOffline });
  }
}
