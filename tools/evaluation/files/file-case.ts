/** A file as people upload it, and what the stored text or the reason for refusing the file must contain. */
export interface FileCase {
  readonly kind: string;
  readonly name: string;
  /** @param readPdf reads a PDF like an upload, and returns its text */
  readonly read: (readPdf: (bytes: Uint8Array) => Promise<string>) => Promise<string>;
  readonly must: readonly RegExp[];
  readonly mustNot?: readonly RegExp[];
}

export type Expected = Pick<FileCase, 'must' | 'mustNot'>;
type Variants = Readonly<Record<string, () => Promise<Uint8Array>>>;

/** Cases of one kind of PDF with the same expected text. */
export const pdfs = (kind: string, variants: Variants, expected: Expected): FileCase[] =>
  Object.entries(variants).map(([name, make]) => ({
    kind,
    name,
    read: async (readPdf) => readPdf(await make()),
    ...expected,
  }));

export const values = (
  kind: string,
  variants: Readonly<Record<string, () => string>>,
  expected: Expected,
): FileCase[] =>
  Object.entries(variants).map(([name, make]) => ({
    kind,
    name,
    read: () => Promise.resolve().then(make),
    ...expected,
  }));
