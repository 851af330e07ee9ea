import { escapeMarkup } from '../export-text.ts';

type Attributes = Readonly<Record<string, string>>;

const writeAttributes = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([attribute, value]) => ` ${attribute}="${escapeMarkup(value)}"`)
    .join('');

/** The beginning of an element whose end is written later. */
export const openTag = (name: string, attributes: Attributes): string =>
  `<${name}${writeAttributes(attributes)}>`;

/** An XML element. @param content markup, or nothing for an empty element. */
export const element = (name: string, attributes: Attributes = {}, content = ''): string =>
  content === ''
    ? `<${name}${writeAttributes(attributes)}/>`
    : `${openTag(name, attributes)}${content}</${name}>`;

/** An element that contains text. */
export const textElement = (name: string, text: string, attributes: Attributes = {}): string =>
  element(name, attributes, escapeMarkup(text));

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
