import { message } from '#contract/messages/make-message.ts';
import type { Message } from '#contract/messages/message.ts';
import { MessageError } from '../platform/message-error.ts';

/** Why a document could not be read. */
export type DocumentProblem =
  | 'damaged'
  | 'empty'
  | 'encrypted'
  | 'memory-limit'
  | 'missing-language'
  | 'no-readable-text'
  | 'not-text'
  | 'scan-limit'
  | 'time-limit'
  | 'too-large'
  | 'too-many-pages'
  | 'too-many-scans'
  | 'unrecognizable';

const CODES = {
  damaged: 'document_damaged',
  empty: 'document_empty',
  encrypted: 'document_encrypted',
  'memory-limit': 'document_memory',
  'missing-language': 'document_language_missing',
  'no-readable-text': 'document_without_text',
  'not-text': 'document_not_text',
  'scan-limit': 'document_scans_too_slow',
  'time-limit': 'document_time',
  'too-large': 'document_too_large',
  'too-many-pages': 'document_pages_too_many',
  'too-many-scans': 'document_scans_too_many',
  unrecognizable: 'document_scans_unreadable',
} as const;

/** A document that cannot be turned into text; `problem` is for programs. */
export class DocumentUnreadableError extends MessageError {
  override readonly name = 'DocumentUnreadableError';
  readonly problem: DocumentProblem;

  /** @param options.coded says more than the problem alone. */
  constructor(problem: DocumentProblem, options?: ErrorOptions & { coded?: Message }) {
    super(options?.coded ?? message(CODES[problem]), options);
    this.problem = problem;
  }
}
