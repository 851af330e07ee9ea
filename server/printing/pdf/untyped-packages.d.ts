declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }
}

declare module 'fontkit' {
  interface OpenedFont {
    readonly characterSet: number[];
  }
  export function create(file: Uint8Array): OpenedFont;
}

/** The package describes its CommonJS build, and Node loads this one. */
declare module 'bidi-js/dist/bidi.mjs' {
  interface Bidi {
    getEmbeddingLevels(text: string): { levels: Uint8Array; paragraphs: { level: number }[] };
    getMirroredCharacter(character: string): string | null;
  }
  export default function bidiFactory(): Bidi;
}
