/** What a parameter can be, by the format that the template gives it. */
interface ParamFormats {
  bytes: number;
  /** A day, such as 2026-12-01. */
  date: string;
  list: readonly string[];
  message: Message;
  number: number;
}

type ParamOf<Placeholder extends string> = Placeholder extends `${infer Name}, ${infer Format}`
  ? { readonly [Key in Name]: Format extends keyof ParamFormats ? ParamFormats[Format] : never }
  : { readonly [Key in Placeholder]: string | number };

/** The parameters of a template: `'{{size, bytes}} of {{count}}'` takes a number of bytes and a number or text. */
type ParamsOf<Template extends string> = Template extends `${string}{{${infer Placeholder}}}${infer Rest}`
  ? ParamOf<Placeholder> & ParamsOf<Rest>
  : unknown;

/** The argument after a code: nothing where the template has no parameters. */
export type ParamsArgument<Template extends string> =
  unknown extends ParamsOf<Template>
    ? [params?: Readonly<Record<string, never>>]
    : [params: ParamsOf<Template>];

type MessageParams = Readonly<Record<string, unknown>>;

/** A sentence for people, before it is put into words: each client translates the code, and fills in the parameters. */
export interface Message {
  readonly code: string;
  readonly params: MessageParams;
}

const PLACEHOLDER = /\{\{(\w+)(?:, (\w+))?\}\}/gu;

/** @param wordingOf the English of a message that is a parameter of this one. */
export const fillIn = (
  template: string,
  params: MessageParams,
  wordingOf: (message: Message) => string = ({ code }) => code,
): string =>
  template.replaceAll(PLACEHOLDER, (_, name: string, format?: string) => {
    const value = params[name];
    if (format === 'bytes') return formatBytes(Number(value));
    if (format === 'date') return formatDay(String(value));
    if (format === 'number') return Number(value).toLocaleString('en');
    if (format === 'list') return new Intl.ListFormat('en').format(value as string[]);
    if (format === 'message') return wordingOf(value as Message);
    return String(value);
  });

/** Such as "December 1, 2026". */
const formatDay = (day: string): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Such as "1.2 GiB". */
function formatBytes(bytes: number): string {
  const power = bytes < 1024 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const amount = bytes / 1024 ** power;
  return `${power === 0 || amount >= 100 ? Math.round(amount) : Number(amount.toFixed(1))} ${UNITS[power] ?? ''}`;
}

const remembered = new Map<string, Message>();

/** Puts the message of a schema into words and remembers it. For parameters that are constants: what is remembered stays. */
export function rememberText(template: string, message: Message): string {
  const text = fillIn(template, message.params);
  remembered.set(text, message);
  return text;
}

/** The message that a schema's text was made of. */
export const findMessage = (text: string): Message | undefined => remembered.get(text);
