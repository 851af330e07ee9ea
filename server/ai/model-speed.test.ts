import { expect, test } from 'vitest';
import { SpeedMeter } from './model-speed.ts';

test('knows no speed before the first call', () => {
  const meter = new SpeedMeter();
  expect(meter.read()).toBeUndefined();
  expect(meter.limitMilliseconds(60, 10_000)).toBe(60_000);
});

test('averages its calls, the latest more than the ones before', () => {
  const meter = new SpeedMeter();
  meter.recordCall({ inputTokens: 1000, outputTokens: 100 }, 10);
  expect(meter.read()).toEqual({ inputTokensPerSecond: 100, outputTokensPerSecond: 10 });
  meter.recordOutput(200, 10);
  expect(meter.read()?.outputTokensPerSecond).toBeCloseTo(13);
});

test('leaves answers of a few tokens out', () => {
  const meter = new SpeedMeter();
  meter.recordCall({ inputTokens: 1000, outputTokens: 100 }, 10);
  meter.recordOutput(1, 10);
  expect(meter.read()?.outputTokensPerSecond).toBe(10);
});

test('allows three times the expected time, from the configured limit up to ten minutes', () => {
  const meter = new SpeedMeter();
  meter.recordCall({ inputTokens: 1000, outputTokens: 100 }, 10);
  expect(meter.limitMilliseconds(60, 100)).toBe(60_000);
  expect(meter.limitMilliseconds(60, 500)).toBe(150_000);
  expect(meter.limitMilliseconds(60, 50_000)).toBe(600_000);
});
