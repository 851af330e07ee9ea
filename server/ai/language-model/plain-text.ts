import { formulaNote } from '#server/documents/passage.ts';
import { speaksToMachine } from '#server/language/sentence.ts';

/** Words that belong in a conversation with a model, not in a question about a lesson. */
const ECHO =
  /\b(?:ignore|disregard|forget|override)\b.{0,30}\b(?:instructions?|rules?|prompts?|previous|above)\b|\b(?:system|developer) (?:prompt|message)\b|\bas an? (?:AI|artificial intelligence|large language model|language model)\b|\bI(?:'m| am) (?:sorry|unable|an AI)\b|\bI (?:cannot|can't) (?:help|assist|comply)\b|\b(?:BEGIN|END) MATERIAL\b|\bjson schema\b/iu;
const HTML = /<\/?[a-z!][^>]*>?|&(?:#\d+|#x[\da-f]+|[a-z]+);/iu;
const MARKDOWN = /\*\*|__|`|~~|^\s*#{1,6}\s|^\s*[-*+]\s|\]\(|!\[/u;
const ADDRESS = /\b(?:https?|javascript|data|ftp):|\bwww\./iu;
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/u;
const HIDDEN_IN_CODE = /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/u;
/** `List<String>` and `Map<Key, Value>` name types: between names that begin with a capital, nothing is a tag. */
const GENERIC_TYPE = /\b\p{Lu}\w{0,60}<\p{Lu}\w{0,60}(?:, ?\p{Lu}\w{0,60}){0,4}>/gu;

/** What a text holds that no question may hold, in a sentence for the model; null for plain words. */
export function findForeignMatter(text: string, maximumCharacters: number): string | null {
  if (text.trim() === '') return 'It is empty.';
  if (text.length > maximumCharacters) return `It is longer than ${maximumCharacters} characters.`;
  if (HIDDEN.test(text)) return 'It holds line breaks or hidden characters. Write one line of plain text.';
  if (HTML.test(text.replaceAll(GENERIC_TYPE, ' '))) return 'It holds HTML. Write plain text.';
  if (MARKDOWN.test(text)) return 'It holds Markdown. Write plain text.';
  if (ADDRESS.test(text)) return 'It holds a web address. Leave it out.';
  if (text.includes(formulaNote))
    return `It holds "${formulaNote}", where the material lost a formula. Ask about something else.`;
  if (ECHO.test(text) || speaksToMachine(text))
    return 'It speaks of instructions instead of the lesson. Ask about the subject.';
  return null;
}

/** The same for code in a question, which may hold any character that is seen; null for code that may be shown. */
export function findForeignCode(
  code: string,
  maximumCharacters: number,
  maximumLines: number,
): string | null {
  if (code.length > maximumCharacters) return `Its code is longer than ${maximumCharacters} characters.`;
  if (code.split('\n').length > maximumLines) return `Its code is longer than ${maximumLines} lines.`;
  if (HIDDEN_IN_CODE.test(code)) return 'Its code holds hidden characters.';
  if (/\b(?:https?|ftp):\/\//iu.test(code)) return 'Its code holds a web address. Leave it out.';
  if (ECHO.test(code) || speaksToMachine(code))
    return 'Its code speaks of instructions instead of the lesson. Ask about the subject.';
  return null;
}

/** Without characters that no reader sees and a model does: zero-width letters, tags, changes of direction. */
export const withoutHidden = (text: string): string => text.replaceAll(/[\p{Cf}\p{Co}\p{Cn}]/gu, '');

/** Whether words of the lesson are meant for a model that reads along, or lead somewhere else: nothing rests on them. */
export const speaksToModel = (text: string): boolean =>
  ordersModel(text) || ADDRESS.test(withoutHidden(text).normalize('NFKC'));

/** Whether words of the lesson are instructions to a model. */
export function ordersModel(text: string): boolean {
  const shown = withoutHidden(text);
  return ECHO.test(shown) || speaksToMachine(shown);
}
