import { readFile } from 'node:fs/promises';
import { makeMappedPdf, shift, type MappedLine } from '#server/documents/testing/make-mapped-pdf.ts';
import * as layers from './draw-text-layers.ts';
import { pdfs, type Expected, type FileCase } from './file-case.ts';

const shifted = (character: string): string => shift(character);
const privateUse = (character: string): string =>
  String.fromCodePoint(0xe000 + (character.codePointAt(0) ?? 0));
const mapped = (texts: readonly string[], map?: MappedLine['map']): MappedLine[] =>
  texts.map((text) => ({ text, ...(map === undefined ? {} : { map }) }));
const heading = (text: string): MappedLine => ({ text, font: 'Helvetica-Bold', size: 16, map: shifted });

export const TOWN_READ: Expected = {
  must: [
    /seventeen towns/u,
    /frozen water/u,
    /[Ss]ix oxen/u,
    /narrow railway/u,
    /marble quarries of Ondrava/u,
  ],
  mustNot: [/txduulhv|pduech|iurchq/iu, /\p{Co}/u],
};

export const TEXT_LAYER_CASES: readonly FileCase[] = [
  ...pdfs(
    '01 text layer with a wrong character table',
    {
      'alphabet shifted by three': () => makeMappedPdf([mapped(layers.TOWN, shifted)]),
      'private-use characters': () => makeMappedPdf([mapped(layers.TOWN, privateUse)]),
      'only page 2': () =>
        makeMappedPdf([mapped(layers.TOWN), mapped(layers.TOWN, shifted), mapped(layers.TOWN)]),
    },
    TOWN_READ,
  ),
  ...pdfs(
    '02 headings garbled',
    {
      'one of two fonts': () =>
        makeMappedPdf(
          ['Glacier Mechanics', 'Basal sliding', 'Crevasse depth'].map((title) => [
            heading(title),
            ...mapped(layers.TOWN),
          ]),
        ),
    },
    {
      must: [/Glacier Mechanics/u, /Basal sliding/u, /Crevasse depth/u, ...TOWN_READ.must],
      mustNot: [/Jodflhu|Edvdo|Fuhydvvh/u],
    },
  ),
  ...pdfs(
    '03 ligatures',
    {
      kept: () => makeMappedPdf([mapped(layers.LIGATURES, (one) => one)]),
      'ligatures without a character': () =>
        makeMappedPdf([mapped(layers.LIGATURES, (one) => (/[\u{FB01}\u{FB02}]/u.test(one) ? '\0' : one))]),
      'a foreign letter': () =>
        makeMappedPdf([
          mapped(layers.LIGATURES, (one) =>
            one === '\u{FB01}' ? '\u{DE}' : one === '\u{FB02}' ? '\u{12B}' : one,
          ),
        ]),
      'another letter': () =>
        makeMappedPdf([mapped(layers.LIGATURES, (one) => (one === '\u{FB01}' ? 'y' : one))]),
      'drawn apart': layers.makeCutWords,
      'left out': () =>
        makeMappedPdf([mapped(layers.LIGATURES, (one) => (/[\u{FB01}\u{FB02}]/u.test(one) ? ' ' : one))]),
    },
    {
      must: [
        'efficient',
        'officer',
        'scientific',
        'reflection',
        'classification',
        'flood',
        'coefficient',
        'flow of traffic',
        'difficult',
      ].map((word) => new RegExp(word, 'u')),
      mustNot: [/[\u{FB00}-\u{FB06}\0]/u],
    },
  ),
  ...pdfs(
    '04 encrypted',
    {
      'with a password': () =>
        readFile(new URL('../../../server/documents/testing/encrypted.pdf', import.meta.url)),
    },
    { must: [/password/iu], mustNot: [/exception|pdfium|undefined/iu] },
  ),
  ...pdfs(
    '06 earlier OCR over a picture',
    {
      poor: () =>
        layers.makeLayeredScan(layers.SCANNED, [
          'Tbe rnarble qnarries of Ondrava snpplied scventeen towns aloug tbe river.',
          'In wiuter tbe frozeu watcr sp1it tbe stoue witbout auy powder at al1.',
        ]),
      'only a stamp': () =>
        layers.makeLayeredScan(
          ['', ...layers.SCANNED],
          ['Scanned by the county library, copy 4 of 12, do not remove.'],
          {
            size: 6,
          },
        ),
      'of another page': () =>
        layers.makeLayeredScan(layers.SCANNED, [
          'Plum cake needs two eggs and a spoon of brown sugar.',
          'Stir the batter for as long as it takes to boil tea.',
        ]),
    },
    { must: TOWN_READ.must, mustNot: [/rnarble|qnarries|scventeen|plum cake/iu] },
  ),
];
