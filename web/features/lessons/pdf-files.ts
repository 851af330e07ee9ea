/** Addresses of files of pdf.js by their names. */
type Addresses = Record<string, string>;

const byName = (found: Record<string, string>): Addresses =>
  Object.fromEntries(
    Object.entries(found).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]),
  );

const FILES: Readonly<Record<string, Addresses>> = {
  // The standard typefaces, which a PDF may use without bringing them and a device may not have.
  standardFontDataUrl: byName(
    import.meta.glob<string>(['../../../node_modules/pdfjs-dist/standard_fonts/*', '!**/LICENSE*'], {
      query: '?url',
      import: 'default',
      eager: true,
    }),
  ),
  // How Chinese, Japanese and Korean documents number their characters.
  cMapUrl: byName(
    import.meta.glob<string>('../../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
      query: '?url',
      import: 'default',
      eager: true,
    }),
  ),
};

/** Fetches what pdf.js needs beside its code, from where the build put it; pdf.js itself knows one folder only. */
export class PdfFiles {
  /**
   * @param request the kind of file as pdf.js's options call it, and its name.
   * @returns its bytes.
   * @throws {Error} when there is no such file, or it cannot be fetched.
   */
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const url = FILES[kind]?.[filename];
    if (url === undefined) throw new Error(`pdf.js asks for ${kind} ${filename}, which is not there.`);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} was answered with ${response.status}.`);
    return new Uint8Array(await response.arrayBuffer());
  }
}
