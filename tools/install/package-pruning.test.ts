import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prunePackages } from './package-pruning.ts';

const FILES = [
  'onnxruntime-node/bin/napi-v6/linux/x64/onnxruntime_binding.node',
  'onnxruntime-node/bin/napi-v6/linux/arm64/onnxruntime_binding.node',
  'onnxruntime-node/bin/napi-v6/win32/x64/onnxruntime_binding.node',
  '@node-llama-cpp/linux-x64/bins/linux-x64/libllama.so',
  '@node-llama-cpp/linux-arm64/bins/linux-arm64/libllama.so',
  'tesseract.js-core/tesseract-core-simd-lstm.wasm',
  'tesseract.js-core/tesseract-core-simd.wasm',
  'tesseract.js-core/tesseract-core-simd.wasm.js',
  'any/index.js',
  'any/index.js.map',
  'any/index.d.ts',
  'any/README.md',
  'any/LICENSE.md',
  'any/package.json',
  'any/source.ts',
  'any/test/large.js',
  'any/lib/test/needed.js',
  'typescript/lib/typescript.js',
];
let packages: string;

beforeEach(async () => {
  packages = await mkdtemp(join(tmpdir(), 'lectern-packages-'));
  for (const file of FILES) {
    await mkdir(dirname(join(packages, file)), { recursive: true });
    await writeFile(join(packages, file), '');
  }
});
afterEach(() => rm(packages, { recursive: true, force: true }));

const prune = (arch: string, isProduction: boolean): string[] => {
  prunePackages(packages, { platform: 'linux', arch, isProduction });
  return FILES.filter((file) => !existsSync(join(packages, file)));
};

test('a development install loses other platforms, unused engines and source maps', () => {
  expect(prune('x64', false)).toEqual([
    'onnxruntime-node/bin/napi-v6/linux/arm64/onnxruntime_binding.node',
    'onnxruntime-node/bin/napi-v6/win32/x64/onnxruntime_binding.node',
    '@node-llama-cpp/linux-arm64/bins/linux-arm64/libllama.so',
    'tesseract.js-core/tesseract-core-simd-lstm.wasm',
    'tesseract.js-core/tesseract-core-simd.wasm.js',
    'any/index.js.map',
  ]);
});

test('a production install also loses types, sources, tests and documentation, but no licence', () => {
  const deleted = prune('x64', true);
  expect(deleted).toContain('any/index.d.ts');
  expect(deleted).toContain('any/README.md');
  expect(deleted).toContain('any/source.ts');
  expect(deleted).toContain('any/test/large.js');
  expect(deleted).toContain('typescript/lib/typescript.js');
  expect(deleted).not.toContain('any/lib/test/needed.js');
  expect(deleted).not.toContain('any/LICENSE.md');
  expect(deleted).not.toContain('any/index.js');
});

test('keeps the libraries of the processor it runs on', () => {
  const deleted = prune('arm64', false);
  expect(deleted).toContain('@node-llama-cpp/linux-x64/bins/linux-x64/libllama.so');
  expect(deleted).not.toContain('@node-llama-cpp/linux-arm64/bins/linux-arm64/libllama.so');
  expect(deleted).not.toContain('onnxruntime-node/bin/napi-v6/linux/arm64/onnxruntime_binding.node');
});
