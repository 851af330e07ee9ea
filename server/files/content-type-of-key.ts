const CONTENT_TYPES: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
};

/** The type that a stored file of Lectern has, by the extension of its key; `application/octet-stream` for any other. */
export const contentTypeOfKey = (key: string): string =>
  CONTENT_TYPES[/\.([a-z0-9]+)$/.exec(key)?.[1] ?? ''] ?? 'application/octet-stream';
