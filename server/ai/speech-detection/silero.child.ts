import { InferenceSession, Tensor } from 'onnxruntime-node';
import { serveRequests } from '#server/sandbox/serve-requests.ts';
import {
  SPEECH_FRAME_SAMPLES,
  type SileroRequest,
  type SileroResult,
  type SileroSettings,
} from './silero-protocol.ts';

/** The model wants the end of the previous frame before each frame. */
const CONTEXT_SAMPLES = 64;
const STATE_VALUES = 2 * 128;

serveRequests<SileroSettings, SileroRequest, SileroResult>(async ({ modelPath }) => {
  const session = await InferenceSession.create(modelPath, { intraOpNumThreads: 1, interOpNumThreads: 1 });
  const sampleRate = new Tensor('int64', BigInt64Array.of(16_000n), []);

  async function detect(request: SileroRequest): Promise<SileroResult> {
    const frames = Math.floor(request.samples.length / SPEECH_FRAME_SAMPLES);
    const probabilities = new Float32Array(frames);
    const input = new Float32Array(CONTEXT_SAMPLES + SPEECH_FRAME_SAMPLES);
    if (request.memory) input.set(request.memory.context, SPEECH_FRAME_SAMPLES);
    let state = new Tensor('float32', request.memory?.state ?? new Float32Array(STATE_VALUES), [2, 1, 128]);
    for (let frame = 0; frame < frames; frame += 1) {
      const start = frame * SPEECH_FRAME_SAMPLES;
      input.copyWithin(0, SPEECH_FRAME_SAMPLES);
      input.set(request.samples.subarray(start, start + SPEECH_FRAME_SAMPLES), CONTEXT_SAMPLES);
      const output = await session.run({
        input: new Tensor('float32', input, [1, input.length]),
        state,
        sr: sampleRate,
      });
      const { output: probability, stateN } = output;
      if (!probability || !stateN) throw new Error('The speech detector gave no answer.');
      probabilities[frame] = Number(probability.data[0]);
      state = stateN as typeof state;
    }
    return {
      probabilities,
      memory: {
        state: Float32Array.from(state.data),
        context: input.slice(SPEECH_FRAME_SAMPLES),
      },
    };
  }

  return async (requests) => {
    const results: SileroResult[] = [];
    for (const request of requests) results.push(await detect(request));
    return results;
  };
});
