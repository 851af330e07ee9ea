import { ChildProcess, type Serializable } from 'node:child_process';

/** Stands for a child process with a channel: a test sees what it is sent, and says what it answers and how it ends. */
export class FakeChild extends ChildProcess {
  override readonly pid = process.pid;
  override connected = true;
  override exitCode: number | null = null;
  override signalCode: NodeJS.Signals | null = null;
  override readonly stderr = null;
  /** What a kill does: ends it, unless a test says otherwise. */
  onKill = (signal: NodeJS.Signals): void => this.end(null, signal);
  readonly #onMessage: (message: Serializable, child: FakeChild) => void;

  constructor(onMessage: (message: Serializable, child: FakeChild) => void = () => undefined) {
    super();
    this.#onMessage = onMessage;
  }

  override send(message: Serializable): boolean {
    queueMicrotask(() => {
      if (this.connected) this.#onMessage(message, this);
    });
    return true;
  }

  answer(message: object): void {
    this.emit('message', message);
  }

  end(exitCode: number | null, signal: NodeJS.Signals | null): void {
    if (!this.connected) return;
    this.connected = false;
    this.exitCode = exitCode;
    this.signalCode = signal;
    this.emit('exit', exitCode, signal);
  }

  override kill(signal: NodeJS.Signals = 'SIGTERM'): boolean {
    queueMicrotask(() => this.onKill(signal));
    return true;
  }

  override ref(): void {
    // There is no process that could keep another alive.
  }

  override unref(): void {
    // There is no process that could keep another alive.
  }
}
