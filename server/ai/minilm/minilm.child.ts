import { serveRequests } from '#server/sandbox/serve-requests.ts';
import type { MiniLmRequest, MiniLmResult, MiniLmSettings } from './minilm-protocol.ts';
import { openMiniLm } from './open-minilm.ts';

serveRequests<MiniLmSettings, MiniLmRequest, MiniLmResult>(async (settings) => {
  const embed = await openMiniLm(settings);
  return async (requests) => {
    const results: MiniLmResult[] = [];
    for (const { texts } of requests) results.push({ vectors: await embed(texts) });
    return results;
  };
});
