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

const messages: Record<DocumentProblem, string> = {
  damaged:
    'The file is damaged or is not a PDF. Open it in a PDF reader, save it again and upload that copy.',
  empty: 'The file is empty. Choose a file that holds text.',
  encrypted: 'The PDF is protected with a password. Save a copy without the password and upload that.',
  'memory-limit':
    'Reading the PDF took more memory than is allowed. Print it to a new PDF, or split it, and upload that.',
  'missing-language':
    'Text recognition lacks a language. Whoever runs Lectern can install it, or change OCR_LANGUAGES.',
  'no-readable-text':
    'The document holds no readable text, not in its pictures either. Upload one with text or legible scans.',
  'not-text': 'The file does not hold plain text. Save it as a plain text (TXT) file and upload that.',
  'scan-limit':
    'Recognizing the scanned pages took more time or memory than is allowed. Save their pictures at 300 dots per inch and upload that.',
  'time-limit': 'Reading the PDF took too long. Print it to a new PDF, or split it, and upload that.',
  'too-large': 'The file is larger than is allowed. Split it and upload the parts.',
  'too-many-pages': 'The PDF has more than 2,000 pages. Split it and upload the parts.',
  'too-many-scans':
    'The PDF has more than 1,000 scanned pages, and recognizing them would take hours. Split it and upload the parts.',
  unrecognizable:
    'The text on the scanned pages could not be recognized. Scan them again at 300 dots per inch, straight and in good light, and upload that.',
};

/** A document that cannot be turned into text. The message is shown to people; `problem` is for programs. */
export class DocumentUnreadableError extends Error {
  override readonly name = 'DocumentUnreadableError';
  readonly problem: DocumentProblem;

  constructor(problem: DocumentProblem, options?: ErrorOptions & { message?: string }) {
    super(options?.message ?? messages[problem], options);
    this.problem = problem;
  }
}
