import { cleanFileName } from '#contract/file-names.ts';

export type FileKind = 'video' | 'pdf' | 'text';
export type ContentKind = FileKind | 'document';
export type ContentType = 'lesson' | 'syllabus';

const KIND_OF_ENDING: Readonly<Record<string, FileKind>> = { mp4: 'video', pdf: 'pdf', txt: 'text' };
const KIND_OF_MEDIA_TYPE: Readonly<Record<string, FileKind>> = {
  'video/mp4': 'video',
  'application/pdf': 'pdf',
  'text/plain': 'text',
};

/** What a file is by its name, else by the type that the browser gives; undefined for what Lectern does not take. */
export function recognizeFile({ name, type }: { name: string; type: string }): FileKind | undefined {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return KIND_OF_ENDING[ending] ?? KIND_OF_MEDIA_TYPE[type.split(';')[0]?.trim().toLowerCase() ?? ''];
}

export type Conversion = 'document' | 'slides' | 'sound' | 'film';

const ENDINGS: Readonly<Record<Conversion, readonly string[]>> = {
  document: ['doc', 'docx', 'odt', 'rtf', 'pages'],
  slides: ['ppt', 'pptx', 'odp', 'key'],
  sound: ['mp3', 'wav', 'm4a', 'ogg', 'flac'],
  film: ['mov', 'avi', 'mkv', 'webm'],
};

/** How a file that Lectern does not accept becomes one that it does; undefined for what it cannot become. */
export function findConversion(fileName: string): Conversion | undefined {
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const conversions = ['document', 'slides', 'sound', 'film'] as const;
  return conversions.find((conversion) => ENDINGS[conversion].includes(ending));
}

/** The kind that an address announces by its name (docs/product.md, “Lessons”). */
export function inferKindOfUrl(url: string): ContentKind {
  if (/mp4|video|youtube|youtu\.be/i.test(url)) return 'video';
  if (/pdf/i.test(url)) return 'pdf';
  if (/txt/i.test(url)) return 'text';
  return 'document';
}

/** A lesson's name out of a file's: `Week 3_the-cell.pdf` → `Week 3 the-cell`. */
export function nameFromFile(fileName: string): string {
  const stem = cleanFileName(fileName).replace(/\.[^.]{1,5}$/, '');
  const name = stem.replaceAll('_', ' ').replace(/\s+/g, ' ').trim();
  return name === '' ? cleanFileName(fileName) : name.slice(0, 300);
}
