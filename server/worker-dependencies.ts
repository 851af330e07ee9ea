import type { ComponentHealth } from '#contract/health.ts';
import type { AnswerJudge } from './ai/answer-judge.ts';
import type { SpeechDetector } from './ai/speech-detection/speech-detector.ts';
import type { SpeechToText } from './ai/speech-to-text.ts';
import type { TextEmbedder } from './ai/text-embedder.ts';
import type { Dependencies } from './dependencies.ts';
import type { PdfExtractor } from './documents/extract-pdf.ts';
import type { PageRecognizer } from './documents/recognition/page-recognizer.ts';
import type { LocalModels } from './ai/language-models.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import type { PublicWeb } from './platform/web-fetch/public-web.ts';

/** What a use-case in the worker may be given in addition: models and the outside world. The api process has none of them. */
export interface WorkerDependencies extends Dependencies {
  readonly speechToText: SpeechToText;
  readonly speechDetector: SpeechDetector;
  readonly textEmbedder: TextEmbedder;
  readonly answerJudge: AnswerJudge;
  readonly localModels: LocalModels;
  readonly pdfExtractor: PdfExtractor;
  readonly pageRecognizer: PageRecognizer;
  readonly publicWeb: PublicWeb;
  /** Downloads missing models; does not throw if one is unavailable. Returns the state of each. */
  readonly fetchModels: (signal: AbortSignal) => Promise<Record<string, ComponentHealth>>;
  /** Null where SMTP is not configured. */
  readonly mailer: Mailer | null;
}
