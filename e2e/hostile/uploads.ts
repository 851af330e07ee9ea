import { deflateRawSync, gzipSync } from 'node:zlib';
import { HOSTILE_PDFS } from './pdfs.ts';

/** What the server makes of an upload: the type under which it is served for ever after, or a refusal. */
export type Ending = 'video/mp4' | 'application/pdf' | 'text/plain; charset=utf-8' | 'refused';

export interface HostileUpload {
  readonly about: string;
  readonly to: 'video' | 'document';
  /** The file's name as its sender writes it into the form. */
  readonly name: string;
  readonly content: Buffer;
  readonly ends: Ending;
}

const SCRIPT = '<script>window.parent.marked = true</script>';
const PAGE = `<!doctype html><html><body onload="marked=true">${SCRIPT}</body></html>`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="marked=true">${SCRIPT}</svg>`;
const FTYP = Buffer.from('00000018667479706d703432000000006d70343169736f6d', 'hex');
const GIF = Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000,\u0000', 'latin1');
const PROSE = 'Rivers carry sand and gravel from the mountains to the sea. They are slow in the plain.\n';
const pdf = (): Buffer => HOSTILE_PDFS[0]?.[2]() ?? Buffer.alloc(0);

/** A zip of one entry, without a directory at its end: enough to begin with PK. */
function zip(name: string, content: string): Buffer {
  const data = deflateRawSync(content);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50);
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(data.length, 18);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, Buffer.from(name), data]);
}

const join = (...parts: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));

type Row = readonly [
  about: string,
  to: HostileUpload['to'],
  name: string,
  content: string | Buffer,
  ends: Ending,
];
const TEXT = 'text/plain; charset=utf-8';

/** Each is two things at once, or says it is another. */
const POLYGLOTS: readonly Row[] = [
  ['a PDF with a page behind it', 'document', 'a.pdf', join(pdf(), PAGE), 'application/pdf'],
  ['a PDF with a page before it', 'document', 'a.pdf', join(PAGE, pdf()), 'refused'],
  ['a PDF with a zip behind it', 'document', 'a.pdf', join(pdf(), zip('a.html', PAGE)), 'application/pdf'],
  ['a PDF behind a picture', 'document', 'a.pdf', join(GIF, pdf()), 'refused'],
  ['a page that is called a PDF', 'document', 'a.pdf', PAGE, 'refused'],
  ['a gzip that is called a text', 'document', 'a.txt', gzipSync(PROSE), 'refused'],
  ['a page that is called a text', 'document', 'a.txt', PAGE, 'refused'],
  ['a page in UTF-16', 'document', 'a.txt', Buffer.from(`\ufeff${PAGE}`, 'utf16le'), 'refused'],
  ['a drawing', 'document', 'a.txt', SVG, 'refused'],
  ['a program of the shell', 'document', 'a.txt', '#!/bin/sh\nrm -rf /\n', 'refused'],
  ['a page after a sentence', 'document', 'a.txt', PROSE + PAGE, TEXT],
  ['a script in UTF-7', 'document', 'a.txt', `${PROSE}+ADw-script+AD4-marked=true+ADw-/script+AD4-`, TEXT],
  ['an MP4 that begins with a page', 'video', 'a.mp4', join(PAGE, FTYP), 'refused'],
  ['an MP4 with a page behind it', 'video', 'a.mp4', join(FTYP, PAGE), 'video/mp4'],
  ['a comment that is the head of an MP4', 'video', 'a.mp4', `<!--ftypisom-->${PAGE}`, 'video/mp4'],
  ['a drawing that is called an MP4', 'video', 'a.mp4', SVG, 'refused'],
  ['a list of other files', 'video', 'a.mp4', '#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n', 'refused'],
  ['a PDF where a video belongs', 'video', 'a.mp4', pdf(), 'refused'],
  ['a video where a document belongs', 'document', 'a.pdf', FTYP, 'refused'],
];

/** Names that want to be a path, another type, or another header. */
const NAMES: readonly (readonly [name: string, isTaken: boolean])[] = [
  ['../../../../etc/passwd.txt', true],
  ['a.txt.exe', false],
  ['a.txt\u0000.html', false],
  ['a\r\nx-injected: 1.txt', true],
  ['a"; filename="b.html', true],
  [`${'😀'.repeat(400)}.txt`, true],
  ['', true],
];

export const HOSTILE_UPLOADS: readonly HostileUpload[] = [
  ...POLYGLOTS.map(([about, to, name, content, ends]) => ({
    about,
    to,
    name,
    content: Buffer.from(content),
    ends,
  })),
  ...NAMES.map(([name, isTaken]): HostileUpload => ({
    about: `a text named ${JSON.stringify(name.slice(0, 40))}`,
    to: 'document',
    name,
    content: Buffer.from(PROSE),
    ends: isTaken ? TEXT : 'refused',
  })),
];

/** What the sender says the part is; the server must not care. */
export const CLAIMED_TYPES: readonly string[] = ['text/html', 'image/svg+xml', ''];
