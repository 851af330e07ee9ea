import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { FileTooLargeError } from './file-store.ts';
import { writeInParts, type FilePart, type PartTarget } from './write-in-parts.ts';

const PART = 10;
const sizes = { contentType: 'video/mp4', maximumBytes: 1000, partBytes: PART, parallelParts: 3 };

/** A store whose parts end when the test says so. */
class SlowTarget implements PartTarget {
  readonly calls: string[] = [];
  readonly waiting: (() => void)[] = [];
  mostAtOnce = 0;
  isSlow = true;
  failsAt: number | undefined;

  putWhole({ bytes }: FilePart): Promise<void> {
    this.calls.push(`whole ${String(bytes)}`);
    return Promise.resolve();
  }

  async putPart({ number, bytes, md5 }: FilePart): Promise<void> {
    const content = String(bytes);
    if (this.isSlow) {
      await new Promise<void>((resolve) => {
        this.waiting.push(resolve);
        this.mostAtOnce = Math.max(this.mostAtOnce, this.waiting.length);
      });
    }
    if (number === this.failsAt) throw new Error(`part ${number} failed`);
    expect(String(bytes)).toBe(content);
    expect(md5.equals(createHash('md5').update(bytes).digest())).toBe(true);
    this.calls.push(`${number} ${content}`);
  }

  complete(): Promise<void> {
    this.calls.push('complete');
    return Promise.resolve();
  }

  discard(): Promise<void> {
    this.calls.push('discard');
    return Promise.resolve();
  }
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
};

test('a stalled store is not sent more than its parts, and the source is read no further', async () => {
  const target = new SlowTarget();
  let given = 0;
  const content = (async function* () {
    for (; given < 100; given += 1) yield await Promise.resolve(Buffer.from('x'));
  })();
  const write = writeInParts(content, target, sizes);
  await settle();
  expect(target.mostAtOnce).toBe(3);
  // Three parts under way, one filled, and the byte that finds no room.
  expect(given).toBe(4 * PART);
  target.isSlow = false;
  target.waiting.splice(0).forEach((resume) => resume());
  expect(await write).toEqual({ sizeBytes: 100 });
  expect(target.calls).toHaveLength(11);
  expect(target.calls.at(-1)).toBe('complete');
});

test('chunks of any size become parts of one size, in order', async () => {
  const target = new SlowTarget();
  target.isSlow = false;
  const text = 'abcdefghijklmnopqrstuvwxyz';
  const content = (async function* () {
    yield await Promise.resolve(Buffer.from(text.slice(0, 3)));
    yield Buffer.alloc(0);
    yield Buffer.from(text.slice(3, 24));
    yield Buffer.from(text.slice(24));
  })();
  expect(await writeInParts(content, target, sizes)).toEqual({ sizeBytes: 26 });
  expect(target.calls.toSorted()).toEqual(['1 abcdefghij', '2 klmnopqrst', '3 uvwxyz', 'complete']);
});

test('what fits in one part is written as a whole, with the limit included', async () => {
  const target = new SlowTarget();
  const content = (async function* () {
    yield await Promise.resolve(Buffer.from('0123456789'));
  })();
  await writeInParts(content, target, { ...sizes, maximumBytes: 10 });
  expect(target.calls).toEqual(['whole 0123456789']);
});

test('a part that fails stops the others and the source, and its error is the one thrown', async () => {
  const target = new SlowTarget();
  target.isSlow = false;
  target.failsAt = 2;
  let hasEnded = false;
  const content = (async function* () {
    try {
      for (;;) yield await Promise.resolve(Buffer.from('x'));
    } finally {
      hasEnded = true;
    }
  })();
  const write = writeInParts(content, target, { ...sizes, maximumBytes: Number.POSITIVE_INFINITY });
  await expect(write).rejects.toThrow('part 2 failed');
  expect(hasEnded).toBe(true);
  expect(target.calls.at(-1)).toBe('discard');
  expect(target.calls).not.toContain('complete');
});

test('parts grow with the limit, so that a store takes the largest file in 10,000', async () => {
  const target = new SlowTarget();
  target.isSlow = false;
  const content = (async function* () {
    yield await Promise.resolve(Buffer.alloc(45, 'x'));
  })();
  await writeInParts(content, target, { ...sizes, maximumBytes: 200_000 });
  expect(target.calls.toSorted()[0]).toBe(`1 ${'x'.repeat(20)}`);
});

test('chunks that were handed over give their memory back, also when the write fails', async () => {
  const [first, second] = [Buffer.from(new ArrayBuffer(6)), Buffer.from(new ArrayBuffer(6))];
  const content = (async function* () {
    yield await Promise.resolve(first);
    yield second;
  })();
  const options = { ...sizes, maximumBytes: 10, handsOver: true };
  await expect(writeInParts(content, new SlowTarget(), options)).rejects.toThrow(FileTooLargeError);
  expect([first.length, second.length]).toEqual([0, 6]);
});

test('a write that takes 20 hours is ended, since sweeping would take it for left over', async () => {
  const clock = new ManualClock();
  const target = new SlowTarget();
  const silent = (async function* () {
    yield await Promise.resolve(Buffer.from('x'));
    await new Promise(() => undefined);
  })();
  const write = expect(writeInParts(silent, target, { ...sizes, clock })).rejects.toThrow('took too long');
  await clock.advance(20 * 3_600_000);
  await write;
  expect(target.calls).toEqual(['discard']);
});
