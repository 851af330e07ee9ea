/** Larger files are not read into memory for a title. */
const LARGEST_BYTES = 30 * 1024 ** 2;
const LONGEST = 200;

/** Placeholders that programs write into documents without a title. */
const NO_TITLE =
  /^(?:untitled|microsoft (?:word|powerpoint)\b.*|(?:powerpoint )?presentation\d*|document\d*|slide \d+|webvtt\b.*|.*\.(?:docx?|pptx?|pdf|tex|dvi|odt|odp|indd|txt))$/iu;

/** The first heading of a text, or its first line if that is short, stands alone and is no sentence. */
const FIRST_TITLE =
  /^\uFEFF?\s*(?:#{1,6} (.+)|([\p{L}\p{N}¿¡“«"'][^\n]{0,98}[^\s.,;:…])[^\S\n]*\n[^\S\n]*\n)/u;

export function isTitle(text: string): boolean {
  const title = text.trim();
  // A text in another encoding was read as UTF-8.
  const isMisread = title.includes('\uFFFD');
  return /\p{L}/u.test(title) && title.length <= LONGEST && !isMisread && !NO_TITLE.test(title);
}

/** The title in the document itself: at the top of a text, or in a PDF's properties. */
export async function findOwnTitle(file: File): Promise<string | undefined> {
  if (file.size > LARGEST_BYTES) return undefined;
  if (/\.txt$/iu.test(file.name)) return findTitleOfText(await file.slice(0, 4_096).text());
  return /\.pdf$/iu.test(file.name) ? onlyTitle(await readPdfTitle(file)) : undefined;
}

export function findTitleOfText(text: string): string | undefined {
  const [, heading, line] = FIRST_TITLE.exec(text) ?? [];
  return onlyTitle(heading ?? line);
}

const onlyTitle = (text: string | undefined): string | undefined =>
  text !== undefined && isTitle(text) ? text.trim() : undefined;

async function readPdfTitle(file: File): Promise<string | undefined> {
  const [{ getDocument, GlobalWorkerOptions }, { default: workerUrl }] = await Promise.all([
    import('pdfjs-dist'),
    import('pdfjs-dist/build/pdf.worker.min.mjs?url'),
  ]);
  GlobalWorkerOptions.workerSrc = workerUrl;
  const task = getDocument({ data: new Uint8Array(await file.arrayBuffer()) });
  try {
    const { info } = await (await task.promise).getMetadata();
    return 'Title' in info && typeof info.Title === 'string' ? info.Title : undefined;
  } finally {
    await task.destroy();
  }
}
