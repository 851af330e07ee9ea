import { expect, test } from 'vitest';
import { releaseMemory } from './release-memory.ts';

test('a chunk that owns its memory gives it back, once', () => {
  const chunk = new Uint8Array(65_536);
  releaseMemory(chunk);
  expect(chunk.buffer.detached).toBe(true);
  expect(chunk.byteLength).toBe(0);
  releaseMemory(chunk);
});

test('a chunk that shares its memory is left alone', () => {
  const whole = Uint8Array.from({ length: 100 }, (_, index) => index);
  for (const part of [whole.subarray(0, 99), whole.subarray(1), Buffer.from('pooled'), Buffer.alloc(0)]) {
    releaseMemory(part);
  }
  expect(whole.byteLength).toBe(100);
  const shared = new Uint8Array(new SharedArrayBuffer(10));
  releaseMemory(shared);
  expect(shared.byteLength).toBe(10);
});
