import { serveRequests } from '#server/sandbox/serve-requests.ts';
import type { LlamaRequest, LlamaResult, LlamaSettings } from './llama-protocol.ts';
import { openLlama } from './open-llama.ts';

serveRequests<LlamaSettings, LlamaRequest, LlamaResult>(async (settings) => {
  const answer = await openLlama(settings);
  return async (requests, { signal, sendPiece }) => {
    const results: LlamaResult[] = [];
    for (const request of requests) results.push(await answer(request, { signal, sendPiece }));
    return results;
  };
});
