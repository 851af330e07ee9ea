import { containment, contentStems } from '#contract/question-rules/words.ts';
import type { AnswerJudge, JudgeAnswers } from '../ai/answer-judge.ts';
import type { SpeechDetector } from '../ai/speech-detection/speech-detector.ts';
import { SPEECH_SAMPLE_RATE, type SpeechToText } from '../ai/speech-to-text.ts';
import type { StatementWriter } from '../ai/statement-writer.ts';
import type { TextEmbedder } from '../ai/text-embedder.ts';
import type { LanguageModels } from '../ai/language-models.ts';
import type { TextGenerator } from '../ai/text-generator.ts';
import type { Config } from '../config.ts';
import type { Database } from '../platform/database/database.ts';
import type { PageRecognizer } from '../documents/recognition/page-recognizer.ts';
import { dot } from '../search/nearest.ts';
import type { RankedByMeaning, SemanticSearch } from '../search/semantic-search.ts';
import type { WorkerDependencies } from '../worker-dependencies.ts';

/*
 * In place of the models in `startTestApplication`: the same answer for the same input, at once and without a process.
 * Tests of what real models answer are `*.slow.test.ts` and start the application with `models: 'real'`.
 */

const DIMENSIONS = 384;
const NAME = 'hashed-words@1';

/** Texts with many words in common get vectors that are near each other. */
function embedText(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  for (const stem of contentStems(text)) {
    const hash = hashOf(stem);
    const at = hash % DIMENSIONS;
    // The sign keeps two words of one place from looking alike.
    vector[at] = (vector[at] ?? 0) + ((hash >>> 16) % 2 === 0 ? 1 : -1);
  }
  const length = Math.hypot(...vector);
  // A text without words is near nothing, and still a unit vector.
  if (length === 0) vector[DIMENSIONS - 1] = 1;
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** FNV-1a. */
function hashOf(word: string): number {
  let hash = 0x81_1c_9d_c5;
  for (const character of word) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93);
  return hash >>> 0;
}

/** A sentence answers when it contains nearly all words of the question; words around it count half. */
const judgeByWords: JudgeAnswers = (question, candidates, signal) => {
  signal?.throwIfAborted();
  const asked = contentStems(question);
  return Promise.resolve(
    candidates.map(({ sentence, context }) => {
      const own = containment(asked, contentStems(sentence));
      const around = containment(asked, contentStems(`${context} ${sentence}`));
      return 10 * ((own + around) / 2 - 0.7);
    }),
  );
};

const nothingToClose = (): Promise<void> => Promise.resolve();

export const fakeTextEmbedder: TextEmbedder = {
  name: NAME,
  dimensions: DIMENSIONS,
  embed: (texts, signal) => {
    signal?.throwIfAborted();
    return Promise.resolve(texts.map(embedText));
  },
  close: nothingToClose,
};

const fakeAnswerJudge: AnswerJudge = { judge: judgeByWords, close: nothingToClose };

/** Says which second it hears. */
const fakeSpeechToText: SpeechToText = {
  name: 'fake',
  concurrency: 2,
  recognize: ({ samples, startSecond }, signal) => {
    signal?.throwIfAborted();
    const endSecond = startSecond + samples.length / SPEECH_SAMPLE_RATE;
    const text = `These words were spoken at second ${Math.floor(startSecond)}.`;
    return Promise.resolve([{ startSecond, endSecond, text }]);
  },
  close: nothingToClose,
};

const SEGMENT_SECONDS = 20;
const LOUDEST_NOISE = 0.01;

/** Takes for speech whatever is louder than noise. */
const fakeSpeechDetector: SpeechDetector = {
  async *segments(pieces, { signal, onSecondsRead } = {}) {
    let held: Float32Array[] = [];
    let [heldSamples, startSecond, loudest] = [0, 0, 0];
    const cut = () => {
      const samples = new Float32Array(heldSamples);
      let at = 0;
      for (const piece of held) {
        samples.set(piece, at);
        at += piece.length;
      }
      const segment = { samples, startSecond };
      startSecond += heldSamples / SPEECH_SAMPLE_RATE;
      const isSpeech = loudest > LOUDEST_NOISE;
      [held, heldSamples, loudest] = [[], 0, 0];
      return isSpeech ? [segment] : [];
    };
    for await (const [piece = new Float32Array(0)] of pieces) {
      signal?.throwIfAborted();
      held.push(piece);
      heldSamples += piece.length;
      loudest = piece.reduce((most, sample) => Math.max(most, Math.abs(sample)), loudest);
      onSecondsRead?.(startSecond + heldSamples / SPEECH_SAMPLE_RATE);
      if (heldSamples >= SEGMENT_SECONDS * SPEECH_SAMPLE_RATE) yield* cut();
    }
    if (heldSamples > 0) yield* cut();
  },
  close: nothingToClose,
};

/** Reads the page's number on every page. */
const fakePageRecognizer: PageRecognizer = {
  name: 'fake',
  concurrency: 2,
  recognize: (_path, page, signal) => {
    signal?.throwIfAborted();
    const words = ['This', 'is', 'page', `${page}.`].map((text, index) => ({
      text,
      left: 72 + index * 60,
      top: 72,
      right: 122 + index * 60,
      bottom: 84,
      size: 12,
      confidence: 95,
      follows: index > 0,
    }));
    return Promise.resolve({ page: { width: 595, height: 842, turnedDegrees: 0, confidence: 95, words } });
  },
  close: nothingToClose,
};

const WRONG_ANSWERS = ['grey harbour', 'silent engine', 'distant orchard'];

/** Writes a question from a statement: its first words are the question, its last three the right answer. */
export const fakeStatementWriter: StatementWriter = {
  draft: ({ statement: { statement }, seed, signal }) => {
    signal?.throwIfAborted();
    const words = statement.replace(/\.$/u, '').split(' ');
    const about = words.slice(0, -3).join(' ');
    const answer = words.slice(-3).join(' ');
    // All begin the same way, so that grammar does not reveal the right one.
    const opening = answer.split(' ')[0] ?? '';
    return Promise.resolve({
      question: `${seed === undefined ? 'What completes' : 'Which words complete'} “${about}”?`,
      answer,
      wrong: WRONG_ANSWERS.map((wrong) => `${opening} ${wrong}`),
    });
  },
  redrawWrong: ({ answer }) => {
    const opening = answer.split(' ')[0] ?? '';
    return Promise.resolve([`${opening} crimson lantern`, `${opening} wooden ladder`]);
  },
  // Earlier options are likelier, and the right answer comes first.
  weighAnswers: ({ options }) =>
    Promise.resolve(options.map((_, index) => ({ closed: -0.5 - 2 * index, continued: -0.4 - 2 * index }))),
  weighLetters: ({ options }) => Promise.resolve(options.map((_, index) => -0.1 - 2 * index)),
};

const onlyDrafts = (): never => {
  throw new Error('The small model only writes drafts.');
};

/** Replaces the small language model with its adapter. */
export const fakeSmallModel: TextGenerator = {
  name: 'local:fake',
  statementWriter: fakeStatementWriter,
  generateObject: onlyDrafts,
  streamText: onlyDrafts,
};

/** Only workers run a local model. */
export const fakeLanguageModels = (generator: TextGenerator | null): LanguageModels => ({
  current: () => ({
    generator,
    writerName: fakeSmallModel.name,
    choice: { service: undefined, local: undefined },
  }),
  refresh: () => Promise.resolve(),
});

/** In place of the models that a worker has, except a transcription service that the settings name. */
export const createFakeWorkerModels = ({
  transcriptionService,
}: Pick<Config, 'transcriptionService'>): Partial<WorkerDependencies> => ({
  textEmbedder: fakeTextEmbedder,
  answerJudge: fakeAnswerJudge,
  ...(transcriptionService === undefined ? { speechToText: fakeSpeechToText } : {}),
  speechDetector: fakeSpeechDetector,
  pageRecognizer: fakePageRecognizer,
});

/** Compares the vectors that `embedder` made, in this process. */
export function createFakeSemanticSearch(
  database: Database,
  embedder: TextEmbedder = fakeTextEmbedder,
): SemanticSearch {
  async function rankPassages(
    text: string,
    documentSourceIds: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<RankedByMeaning[]> {
    signal?.throwIfAborted();
    if (documentSourceIds.length === 0) return [];
    const [question = new Float32Array()] = await embedder.embed([text], signal);
    const rows = await database
      .selectFrom('passages')
      .innerJoin('document_sources', 'document_sources.id', 'passages.docsource_id')
      .select(['passages.id', 'passages.embedding'])
      .where('document_sources.id', 'in', [...documentSourceIds])
      .where('document_sources.embedded_by', '=', embedder.name)
      .execute();
    return rows.flatMap(({ id, embedding }) =>
      embedding === null ? [] : [{ passageId: id, similarity: dot(question, toFloats(embedding), 0) }],
    );
  }

  return {
    rank: async ({ text, documentSourceIds, limit }, signal) =>
      (await rankPassages(text, documentSourceIds, signal))
        .toSorted(
          (one, other) =>
            other.similarity - one.similarity || Number(one.passageId) - Number(other.passageId),
        )
        .slice(0, limit),
    compare: async ({ text, passages }, signal) => {
      const sources = passages.map(({ documentSourceId }) => documentSourceId);
      const ranked = await rankPassages(text, [...new Set(sources)], signal);
      const similarityOf = new Map(ranked.map(({ passageId, similarity }) => [passageId, similarity]));
      return passages.flatMap(({ passageId }) => {
        const similarity = similarityOf.get(passageId);
        return similarity === undefined ? [] : [{ passageId, similarity }];
      });
    },
    embed: (texts, signal) => embedder.embed(texts, signal),
    judge: judgeByWords,
    close: nothingToClose,
  };
}

/** Copies, because floats must begin at a multiple of four. */
const toFloats = (bytes: Uint8Array): Float32Array => new Float32Array(new Uint8Array(bytes).buffer);
