/** Larger files are not read into memory for a title. */
const LARGEST_BYTES = 30 * 1024 ** 2;
const LONGEST = 200;

/** Placeholders that programs write into documents without a title. */
const NO_TITLE =
  /^(?:untitled|microsoft (?:word|powerpoint)\b.*|(?:powerpoint )?presentation\d*|document\d*|slide \d+|.*\.(?:docx?|pptx?|pdf|tex|dvi|odt|odp|indd|txt))$/iu;

/** The first heading of a text, or its first line if that is short, stands alone and is no sentence. */
const FIRST_TITLE = /^\uFEFF?\s*(?:# (.+)|(\S[^\n]{0,98}[^\s.,;:…])[^\S\n]*\n[^\S\n]*\n)/u;

export function isTitle(text: string): boolean {
  const title = text.trim();
  return /\p{L}/u.test(title) && title.length <= LONGEST && !NO_TITLE.test(title);
}

/** The title in the document itself: at the top of a text, or in a PDF's properties. */
export async function findOwnTitle(file: File): Promise<string | undefined> {
  if (file.size > LARGEST_BYTES) return undefined;
  const title = /\.pdf$/iu.test(file.name)
    ? await readPdfTitle(file)
    : /\.txt$/iu.test(file.name)
      ? await readTextTitle(file)
      : undefined;
  return title !== undefined && isTitle(title) ? title.trim() : undefined;
}

async function readTextTitle(file: File): Promise<string | undefined> {
  const [, heading, line] = FIRST_TITLE.exec(await file.slice(0, 4_096).text()) ?? [];
  return heading ?? line;
}

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
