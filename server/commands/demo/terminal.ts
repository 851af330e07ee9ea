import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';
import { formatDuration, formatWholeSeconds, visibleLength, wrapText } from './wrap-text.ts';

const MAXIMUM_COLUMNS = 100;
const CLEAR_LINE = '\r\u001b[2K';
/** Without a terminal, a step writes a line each time it has gained so many percent … */
const QUIET_STEP_PERCENT = 25;
/** … or has written nothing for so long. */
const QUIET_SECONDS = 30;
const TICK_MILLISECONDS = 1_000;
/** A shorter step needs no clock. */
const CLOCK_SECONDS = 3;

type Style = Parameters<typeof styleText>[0];

/** A step that is under way. */
export interface Step {
  /** Shows how far it is, from 0 to 100; undefined when that is not known. */
  progress(percent: number | undefined, note?: string): void;
}

/** Calm output for people, at most 100 columns wide; coloured, and with a live line, only on a terminal. */
export class Terminal {
  readonly #stream: WriteStream;
  readonly #isLive: boolean;
  readonly #isColoured: boolean;
  readonly columns: number;

  constructor(stream: WriteStream, options: { readonly isColoured: boolean }) {
    this.#stream = stream;
    this.#isLive = stream.isTTY;
    this.#isColoured = stream.isTTY && options.isColoured;
    this.columns = stream.isTTY ? Math.max(40, Math.min(MAXIMUM_COLUMNS, stream.columns)) : MAXIMUM_COLUMNS;
  }

  style(style: Style, text: string): string {
    return this.#isColoured ? styleText(style, text, { validateStream: false }) : text;
  }

  /** Where the words come from, as on the screens: amber, and kept on one line. */
  chip(text: string): string {
    return this.style('yellow', `[${text.replaceAll(' ', '\u00a0')}]`);
  }

  line(text = ''): void {
    this.#stream.write(`${text}\n`);
  }

  /** Wraps `text`, with `first` before its first line and as much space before the others. */
  paragraph(text: string, first = '  '): void {
    for (const line of wrapText(text, this.columns, first)) this.line(line);
  }

  title(text: string): void {
    this.line();
    this.line(this.style('bold', text));
    this.line(this.style('dim', '─'.repeat(this.columns)));
  }

  heading(text: string): void {
    this.line();
    this.line(`  ${this.style(['bold', 'blue'], text)}`);
  }

  /**
   * Does something, and writes what it was and how long it took; `describe` may name the outcome. A step that takes more than
   * a few seconds shows the time that has passed, so that no wait looks like a standstill.
   */
  async step<Result>(
    label: string,
    work: (step: Step) => Promise<Result> | Result,
    describe: (result: Result, seconds: number) => string = () => label,
  ): Promise<Result> {
    const started = performance.now();
    const seconds = () => (performance.now() - started) / 1000;
    let current: { percent: number | undefined; note: string } = { percent: undefined, note: '' };
    let quiet = { percent: 0, seconds: 0 };
    const show = () => {
      const { percent, note } = current;
      const passed = seconds();
      const clock = passed < CLOCK_SECONDS ? '' : formatWholeSeconds(passed);
      if (this.#isLive) {
        const bar = percent === undefined ? '…' : `${this.#bar(percent)} ${percent} %`;
        this.#live([label, bar, note, this.style('dim', clock)].filter((part) => part !== '').join(' '));
        return;
      }
      const isFurther = percent !== undefined && percent >= quiet.percent + QUIET_STEP_PERCENT;
      if (!isFurther && passed < quiet.seconds + QUIET_SECONDS) return;
      quiet = { percent: percent ?? quiet.percent, seconds: passed };
      const share = percent === undefined ? '' : `${percent} %`;
      this.line(`  · ${label}: ${[share, note, clock].filter((part) => part !== '').join(' ')}`);
    };
    show();
    const ticking = setInterval(show, TICK_MILLISECONDS);
    try {
      const result = await work({
        progress: (percent, note = '') => {
          current = { percent, note };
          show();
        },
      });
      const took = seconds();
      this.#settle(this.style('green', '✓'), describe(result, took), took);
      return result;
    } catch (error) {
      this.#settle(this.style('red', '✗'), label, seconds());
      throw error;
    } finally {
      clearInterval(ticking);
    }
  }

  #settle(mark: string, text: string, seconds: number): void {
    if (this.#isLive) this.#stream.write(CLEAR_LINE);
    const duration = formatDuration(seconds);
    const lines = wrapText(text, this.columns - duration.length - 2, `  ${mark} `);
    const [first = '', ...others] = lines;
    const gap = ' '.repeat(Math.max(2, this.columns - visibleLength(first) - duration.length));
    this.line(`${first}${gap}${this.style('dim', duration)}`);
    for (const line of others) this.line(line);
  }

  #bar(percent: number): string {
    const cells = 20;
    const filled = Math.round((Math.max(0, Math.min(100, percent)) / 100) * cells);
    return `${this.style('blue', '━'.repeat(filled))}${this.style('dim', '━'.repeat(cells - filled))}`;
  }

  /** Rewrites the line at the cursor. */
  #live(text: string): void {
    if (this.#isLive) this.#stream.write(CLEAR_LINE + (wrapText(text, this.columns - 1, '  · ')[0] ?? ''));
  }
}
