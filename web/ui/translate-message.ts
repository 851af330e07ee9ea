import type { TFunction } from 'i18next';
import messages from '../locales/en/messages.json';

type MessageKey = keyof typeof messages;

interface Template {
  key: MessageKey;
  pattern: RegExp;
}

/** `Must be {{number}} characters or fewer.` as an expression that finds the number again. */
const patternOf = (template: string): RegExp =>
  new RegExp(
    `^${template
      .split(/(\{\{\w+\}\})/)
      .map((part) => {
        const name = /^\{\{(\w+)\}\}$/.exec(part)?.[1];
        return name === undefined ? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : `(?<${name}>[0-9]+)`;
      })
      .join('')}$`,
  );

let templates: Template[] | undefined;

function listTemplates(): Template[] {
  templates ??= Object.entries(messages).map(([key, template]) => ({
    key: key as MessageKey,
    pattern: patternOf(template),
  }));
  return templates;
}

/**
 * A message of the contract or of the error catalogue, which are written in English, in the reader's language. What
 * is not in the catalogue, such as a sentence that only the server knows, is answered as it came.
 */
export function translateMessage(t: TFunction, message: string): string {
  for (const { key, pattern } of listTemplates()) {
    const found = pattern.exec(message);
    if (found !== null) {
      // Before the login the English texts are not there yet, nor needed.
      return t(`messages.${key}`, { ...found.groups, defaultValue: message });
    }
  }
  return message;
}
