import sax from 'sax';
import { QuestionFileError } from './question-file.ts';

export interface XmlElement {
  /** Without its namespace prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | undefined>>;
  readonly children: (XmlElement | string)[];
  /** Where its tag is, from 1. */
  readonly line: number;
}

const DEEPEST = 100;
const MOST_ELEMENTS = 400_000;

/** Without it, the entities of HTML are known too. Its types do not list the option. */
const XML_ENTITIES_ONLY: sax.SAXOptions & { strictEntities: boolean } = { strictEntities: true };

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads well-formed XML. A document type is refused where it begins, so nothing is ever expanded or fetched.
 * @throws {QuestionFileError} broken_xml, doctype, too_deep, too_much_text.
 */
export function readXml(text: string): XmlElement {
  const parser = sax.parser(true, XML_ENTITIES_ONLY);
  const document: XmlElement = { name: '', attributes: {}, children: [], line: 1 };
  const open = [document];
  let elements = 0;
  let line = 1;
  const fail = (problem: ConstructorParameters<typeof QuestionFileError>[0], cause?: Error): never => {
    throw new QuestionFileError(problem, parser.line + 1, { cause });
  };
  const append = (part: string): void => {
    const { children } = open.at(-1) ?? document;
    const last = children.at(-1);
    if (typeof last === 'string') children[children.length - 1] = last + part;
    else children.push(part);
  };
  parser.onerror = (error) => fail('broken_xml', error);
  parser.ondoctype = () => fail('doctype');
  parser.onopentagstart = () => {
    line = parser.line + 1;
  };
  parser.onopentag = ({ name, attributes }) => {
    elements += 1;
    if (open.length > DEEPEST) fail('too_deep');
    if (elements > MOST_ELEMENTS) fail('too_much_text');
    const element: XmlElement = {
      name: withoutPrefix(name),
      attributes: Object.fromEntries(
        Object.entries(attributes as Record<string, string | sax.QualifiedAttribute>).map(([key, value]) => [
          withoutPrefix(key),
          typeof value === 'string' ? value : value.value,
        ]),
      ),
      children: [],
      line,
    };
    (open.at(-1) ?? document).children.push(element);
    open.push(element);
  };
  parser.onclosetag = () => {
    open.pop();
  };
  parser.ontext = append;
  parser.oncdata = append;
  // In slices: a document type at the beginning ends the reading before the rest is looked at.
  for (let at = 0; at < text.length; at += 65_536) parser.write(text.slice(at, at + 65_536));
  parser.close();
  const roots = childrenOf(document);
  const [root] = roots;
  if (root === undefined || roots.length > 1) throw new QuestionFileError('broken_xml', parser.line + 1);
  return root;
}

export const childrenOf = ({ children }: XmlElement, name?: string): XmlElement[] =>
  children.filter(
    (child): child is XmlElement => typeof child !== 'string' && (name === undefined || child.name === name),
  );

export const childOf = (element: XmlElement, name: string): XmlElement | undefined =>
  childrenOf(element, name)[0];

/** All elements inside, in the order of the document. */
export function* descendantsOf(element: XmlElement, ...names: string[]): Generator<XmlElement> {
  for (const child of childrenOf(element)) {
    if (names.includes(child.name)) yield child;
    yield* descendantsOf(child, ...names);
  }
}

/** Its text with that of the elements inside, as it is. */
export const textOf = (element: XmlElement | undefined): string =>
  element === undefined
    ? ''
    : element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
