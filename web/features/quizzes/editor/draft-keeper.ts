import { newId } from '#web/ui/new-id.ts';
import type { EditorQuestion } from './editor-question.ts';

/** The state of the server's draft that a save is based on. */
export interface DraftBase {
  readonly basedOnVersion: number;
  /** When the draft was kept last; null while there is none. */
  readonly updatedAt: string | null;
  /** The save id of a publication that may have been stored, because its answer was lost. */
  readonly unansweredPublication?: string;
}

export type KeeperState =
  | { readonly status: 'saved'; readonly at: string | null }
  | { readonly status: 'waiting' }
  | { readonly status: 'saving' }
  | { readonly status: 'failed'; readonly error: unknown }
  /** Another tab saved a draft or published at the same time. */
  | { readonly status: 'conflict' };

/** Retried with the same id until it is answered, so that a save whose answer was lost does not conflict with itself. */
interface Save {
  readonly questions: readonly EditorQuestion[];
  readonly saveId: string;
}

interface KeeperOptions {
  readonly questions: readonly EditorQuestion[];
  readonly base: DraftBase;
  readonly save: (save: Save, base: DraftBase) => Promise<DraftBase>;
  readonly isConflict: (error: unknown) => boolean;
  /** Whether the server certainly stored nothing. After other errors, it may have stored the save. */
  readonly isRefused: (error: unknown) => boolean;
}

const PAUSE_MILLISECONDS = 900;
const RETRY_MILLISECONDS = 6_000;

/**
 * Keeps the questions on the server while they are edited: a moment after the last edit, one save at a time, again when
 * one failed. A conflict stops it until the user decides.
 */
export class DraftKeeper {
  readonly #options: Pick<KeeperOptions, 'save' | 'isConflict' | 'isRefused'>;
  readonly #listeners = new Set<() => void>();
  #base: DraftBase;
  #kept: readonly EditorQuestion[];
  #wanted: readonly EditorQuestion[];
  #unanswered: Save | undefined;
  #publication: Save | undefined;
  #state: KeeperState;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;

  constructor({ questions, base, save, isConflict, isRefused }: KeeperOptions) {
    this.#options = { save, isConflict, isRefused };
    this.#base = base;
    this.#kept = questions;
    this.#wanted = questions;
    this.#state = { status: 'saved', at: base.updatedAt };
  }

  /** For `useSyncExternalStore`, as is `getState`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getState = (): KeeperState => this.#state;

  get base(): DraftBase {
    return this.#base;
  }

  /** The questions as shown on the screen. */
  get questions(): readonly EditorQuestion[] {
    return this.#wanted;
  }

  /** The save id to publish the questions on the screen with: the same until they change or are saved. */
  beginPublication(): string {
    if (this.#publication?.questions !== this.#wanted)
      this.#publication = { questions: this.#wanted, saveId: newId() };
    const { saveId } = this.#publication;
    this.#base = { ...this.#base, unansweredPublication: saveId };
    return saveId;
  }

  /** The publication was stored as `version`. Edits since then are saved as a draft of it, unless they are already. */
  endPublication(version: number): void {
    if (this.#base.basedOnVersion < version) this.settle({ basedOnVersion: version, updatedAt: null });
  }

  /** Continues from the state that edits of an earlier visit were based on. @returns false if the quiz was edited since */
  resume(base: DraftBase): boolean {
    // Only the server knows whether that publication was stored; if neither, it answers with a conflict.
    if (base.unansweredPublication !== undefined) this.#base = base;
    return JSON.stringify(base) === JSON.stringify(this.#base);
  }

  /** Takes the questions as they are now; the same ones again change nothing. */
  offer(questions: readonly EditorQuestion[]): void {
    if (questions === this.#wanted) return;
    this.#wanted = questions;
    if (this.#state.status === 'conflict' || this.#running !== undefined) return;
    this.#wait(PAUSE_MILLISECONDS, { status: 'waiting' });
  }

  /** Saves pending changes immediately. @returns whether everything is saved */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    while (this.#running !== undefined) await this.#running;
    // Includes edits made during the save.
    while (this.#isBehind() && this.#state.status !== 'conflict') {
      clearTimeout(this.#timer);
      await this.#save();
      if (this.getState().status === 'failed') break;
    }
    return !this.#isBehind();
  }

  /** Continues from another state of the server's draft, with the local questions, which are saved next, or with the server's. */
  settle(base: DraftBase, theirs?: readonly EditorQuestion[]): void {
    clearTimeout(this.#timer);
    this.#continueFrom(base);
    this.#unanswered = undefined;
    if (theirs !== undefined) {
      this.#kept = theirs;
      this.#wanted = theirs;
      this.#become({ status: 'saved', at: base.updatedAt });
    } else this.#wait(0, { status: 'waiting' });
  }

  /** No save begins any more. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  /** The user leaves without saving, so nothing asks again. */
  abandon(): void {
    this.stop();
    this.#wanted = this.#kept;
    this.#become({ status: 'saved', at: this.#base.updatedAt });
  }

  #isBehind(): boolean {
    return this.#wanted !== this.#kept;
  }

  #wait(milliseconds: number, state: KeeperState): void {
    clearTimeout(this.#timer);
    this.#become(state);
    this.#timer = setTimeout(() => void this.#save(), milliseconds);
  }

  async #save(): Promise<void> {
    this.#running ??= this.#saveOnce().finally(() => {
      this.#running = undefined;
    });
    await this.#running;
    if (this.#state.status === 'saved' && this.#isBehind()) {
      this.#wait(PAUSE_MILLISECONDS, { status: 'waiting' });
    }
  }

  async #saveOnce(): Promise<void> {
    this.#become({ status: 'saving' });
    try {
      const unanswered = this.#unanswered;
      if (unanswered !== undefined) await this.#send(unanswered);
      if (unanswered === undefined || this.#isBehind())
        await this.#send({ questions: this.#wanted, saveId: newId() });
      this.#become({ status: 'saved', at: this.#base.updatedAt });
    } catch (error) {
      if (this.#options.isConflict(error)) this.#become({ status: 'conflict' });
      else this.#wait(RETRY_MILLISECONDS, { status: 'failed', error });
    }
  }

  async #send(save: Save): Promise<void> {
    this.#unanswered = save;
    try {
      this.#continueFrom(await this.#options.save(save, this.#base));
    } catch (error) {
      if (this.#options.isRefused(error)) this.#unanswered = undefined;
      throw error;
    }
    this.#unanswered = undefined;
    this.#kept = save.questions;
  }

  #continueFrom(base: DraftBase): void {
    this.#base = base;
    this.#publication = undefined;
  }

  #become(state: KeeperState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
