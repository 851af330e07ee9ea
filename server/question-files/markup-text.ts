import { Parser } from 'htmlparser2';
import { fenceCode } from '#contract/question-rules/stem-parts.ts';
import type { ImportNote } from '#contract/quiz-import.ts';
import type { XmlElement } from './read-xml.ts';

type Attributes = Readonly<Record<string, string | undefined>>;
interface OpenElement {
  readonly name: string;
  /** Where its text begins. */
  readonly start: number;
  readonly keepsSpace: boolean;
}

const BLOCKS = new Set(
  'address article aside blockquote center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p prompt rubricblock section table tbody tfoot thead tr ul'.split(
    ' ',
  ),
);
/** What a browser runs or hides. */
const HIDDEN = new Set('script style template noscript head title'.split(' '));
const MEDIA = new Set('audio video iframe object embed applet canvas svg'.split(' '));

/** Puts the text of marked-up content together: what a browser would show, with code as fenced code. */
export class MarkupText {
  readonly notes = new Set<ImportNote>();
  #text = '';
  #open: OpenElement[] = [];
  #hidden = 0;
  #code: { depth: number; text: string; language: string | null } | null = null;
  #formula: string | null = null;

  open(name: string, attributes: Attributes): void {
    if (HIDDEN.has(name) || MEDIA.has(name)) {
      if (MEDIA.has(name)) this.notes.add('media');
      this.#hidden += 1;
    }
    if (this.#hidden > 0) return;
    if (name === 'pre' || this.#code !== null) {
      this.#openCode(name, attributes);
      return;
    }
    this.#begin(name, attributes);
    this.#open.push({
      name,
      start: this.#text.length,
      keepsSpace:
        /white-space:\s*pre/u.test(attributes['style'] ?? '') || this.#open.at(-1)?.keepsSpace === true,
    });
  }

  write(text: string): void {
    if (this.#hidden > 0) return;
    if (this.#code !== null) this.#code.text += text;
    else if (this.#open.at(-1)?.keepsSpace === true) this.#text += text;
    else {
      const words = text.replaceAll(/[\t\n\f\r ]+/gu, ' ');
      this.#text += /(?:^|[\n ])$/u.test(this.#text.slice(-1)) ? words.trimStart() : words;
    }
  }

  close(name: string): void {
    if (HIDDEN.has(name) || MEDIA.has(name)) {
      this.#hidden = Math.max(0, this.#hidden - 1);
      return;
    }
    if (this.#hidden > 0) return;
    if (this.#code !== null) {
      this.#closeCode(name);
      return;
    }
    const element = this.#open.pop();
    if (element === undefined) return;
    this.#end(element);
  }

  /** Without white space at the ends. */
  finish(): string {
    return cleanText(this.#text.replaceAll('\u00A0', ' '));
  }

  #begin(name: string, attributes: Attributes): void {
    if (BLOCKS.has(name)) this.#breakLine();
    if (name === 'br') this.#text = `${withoutSpaces(this.#text)}\n`;
    else if (name === 'li') this.#text += '- ';
    else if (name === 'img') this.#writeImage(attributes);
    else if (name === 'math') this.notes.add('formulas');
    else if (name === 'table') this.notes.add('tables');
    else if ((name === 'td' || name === 'th') && !/(?:^|\n)$/u.test(this.#text.slice(-1)))
      this.#text += ' | ';
  }

  #end({ name, start }: OpenElement): void {
    const inside = this.#text.slice(start);
    if (name === 'sup' || name === 'sub') {
      const mark = name === 'sup' ? '^' : '_';
      const words = inside.trim();
      const isShort = Array.from(words).length < 2;
      if (words !== '') this.#text = this.#text.slice(0, start) + mark + (isShort ? words : `(${words})`);
    } else if (name === 'annotation') {
      this.#formula = inside.trim();
      this.#text = this.#text.slice(0, start);
    } else if (name === 'math' && this.#formula !== null) {
      this.#text = `${this.#text.slice(0, start)}$${this.#formula}$`;
      this.#formula = null;
    }
    if (BLOCKS.has(name)) this.#breakLine();
  }

  #breakLine(): void {
    if (this.#open.at(-1)?.keepsSpace !== true) this.#text = withoutSpaces(this.#text);
    if (this.#text !== '' && !this.#text.endsWith('\n')) this.#text += '\n';
  }

  #writeImage(attributes: Attributes): void {
    const formula = attributes['data-equation-content'];
    if (formula !== undefined) {
      this.notes.add('formulas');
      this.#text += `$${formula.trim()}$`;
      return;
    }
    this.notes.add('images');
    const description = (attributes['alt'] ?? '').trim();
    this.#text += description === '' ? '[image]' : `[image: ${description}]`;
  }

  #openCode(name: string, attributes: Attributes): void {
    this.#code ??= { depth: 0, text: '', language: null };
    if (name === 'pre') this.#code.depth += 1;
    if (name === 'br') this.#code.text += '\n';
    this.#code.language ??=
      /(?:^|\s)(?:language|lang)-([\p{L}\d+#._-]{1,20})/u.exec(attributes['class'] ?? '')?.[1] ?? null;
  }

  #closeCode(name: string): void {
    if (this.#code === null || name !== 'pre') return;
    this.#code.depth -= 1;
    if (this.#code.depth > 0) return;
    const { text, language } = this.#code;
    this.#code = null;
    if (text.trim() === '') return;
    this.#breakLine();
    this.#text += `${fenceCode(text.replace(/^\n|\n$/gu, ''), language)}\n`;
  }
}

/** Looks at the end only: a pattern would look at the whole text for each line. */
function withoutSpaces(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === ' ') end -= 1;
  return text.slice(0, end);
}

/** Control characters and non-characters; tab and line feed stay. */
const CONTROL = /(?![\t\n])[\p{Cc}\uFFFE\uFFFF]/gu;

/** Well-formed text with line feeds, without control characters and without white space at its ends. */
export const cleanText = (text: string): string =>
  text.toWellFormed().replaceAll(/\r\n?/gu, '\n').replaceAll(CONTROL, '').trim();

/** HTML as text; whatever it would run is left out. */
export function readHtml(html: string, notes: Set<ImportNote>): string {
  const built = new MarkupText();
  const parser = new Parser({
    onopentag: (name, attributes) => built.open(name, attributes),
    ontext: (text) => built.write(text),
    onclosetag: (name) => built.close(name),
  });
  parser.end(html);
  for (const note of built.notes) notes.add(note);
  return built.finish();
}

const TAG =
  /<\/?(?:p|br|div|span|[abisuq]|em|strong|code|pre|su[bp]|[uo]l|li|table|t[rdht]|tbody|thead|img|h[1-6]|blockquote|math|script|style|audio|video|iframe|hr|font|center|small|big|del|ins|kbd|samp|var)(?:\s+[\w:-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?){0,20}\s*\/?>/iu;
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/iu;

/** Text in which HTML is allowed and line breaks count, as in Moodle's own format. */
export const readLooseHtml = (text: string, notes: Set<ImportNote>): string =>
  TAG.test(text) || ENTITY.test(text)
    ? readHtml(text.trim().replaceAll(/\r\n?|\n/gu, '<br>'), notes)
    : cleanText(text);

/** Elements of an XML document that are HTML, without those that `leaveOut` names. */
export function readElements(
  nodes: readonly (XmlElement | string)[],
  notes: Set<ImportNote>,
  leaveOut: (element: XmlElement) => boolean = () => false,
): string {
  const built = new MarkupText();
  const walk = (node: XmlElement | string): void => {
    if (typeof node === 'string') built.write(node);
    else if (!leaveOut(node)) {
      const name = node.name.toLowerCase();
      built.open(name, node.attributes);
      for (const child of node.children) walk(child);
      built.close(name);
    }
  };
  for (const node of nodes) walk(node);
  for (const note of built.notes) notes.add(note);
  return built.finish();
}
