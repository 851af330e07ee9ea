import { setTimeout as sleep } from 'node:timers/promises';
import { fetch, type Dispatcher } from 'undici';
import type { z } from 'zod';
import { answerSaved, joinedAttempt, studentAttempt, type StudentAttempt } from '#contract/attempts.ts';

const RETRY_MILLISECONDS = 250;

export interface StudentOptions {
  readonly origin: string;
  readonly code: string;
  readonly name: string;
  readonly dispatcher?: Dispatcher;
  /** Every call that was answered, and how long it took. */
  readonly onCall?: (name: string, milliseconds: number) => void;
  /** A call that failed; it is repeated where this returns true, and thrown otherwise. */
  readonly onFailure: (name: string, reason: string) => boolean;
}

/** Takes a quiz over HTTP as the student page does, and remembers what the server acknowledged. */
export class SimulatedStudent {
  /** By question key. */
  readonly acknowledged = new Map<number, number>();
  readonly #options: StudentOptions;
  #token = '';
  #sequence = 0;

  constructor(options: StudentOptions) {
    this.#options = options;
  }

  async join(): Promise<StudentAttempt> {
    const { code, name } = this.#options;
    const joined = await this.#call('join', joinedAttempt, 'POST', `/api/q/${code}/join/`, { name });
    this.#token = joined.token;
    return this.read();
  }

  read(): Promise<StudentAttempt> {
    return this.#call('read attempt', studentAttempt, 'GET', '/api/attempt/');
  }

  async answer(key: number, choice: number): Promise<void> {
    this.#sequence += 1;
    const answer = {
      choice,
      text: null,
      is_flagged: false,
      seconds_spent: 3,
      device: 'simulated-device',
      sequence: this.#sequence,
    };
    await this.#call('save answer', answerSaved, 'PUT', `/api/attempt/answers/${key}/`, answer);
    this.acknowledged.set(key, choice);
  }

  submit(): Promise<StudentAttempt> {
    return this.#call('submit', studentAttempt, 'POST', '/api/attempt/submit/');
  }

  /** Acknowledged answers that the server does not have, as it says itself. */
  async listLost(): Promise<string[]> {
    const { answers } = await this.read();
    return [...this.acknowledged].flatMap(([key, choice]) => {
      const saved = answers.find((answer) => answer.key === key);
      return saved?.choice === choice && !saved.is_late
        ? []
        : [`${this.#options.name}: question ${key}, ${choice} became ${String(saved?.choice)}`];
    });
  }

  async #call<Answer>(
    name: string,
    schema: z.ZodType<Answer>,
    method: string,
    path: string,
    json?: object,
  ): Promise<Answer> {
    const { origin, dispatcher, onCall, onFailure } = this.#options;
    for (;;) {
      const started = performance.now();
      try {
        const response = await fetch(origin + path, {
          method,
          ...(dispatcher === undefined ? {} : { dispatcher }),
          headers: {
            ...(this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }),
            ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        });
        const text = await response.text();
        if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 300)}`);
        onCall?.(name, performance.now() - started);
        return schema.parse(JSON.parse(text));
      } catch (error) {
        if (!onFailure(name, String(error))) throw error;
        await sleep(RETRY_MILLISECONDS);
      }
    }
  }
}
