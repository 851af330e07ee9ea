import type { ProblemCode } from '../problem-codes.ts';
import { CLIENT_MESSAGES } from './client-messages.ts';
import { DIFFICULTY_REASONS } from './difficulty-reasons.ts';
import { FIELD_MESSAGES } from './field-messages.ts';
import { fillIn, type Message } from './message.ts';
import { NOTES } from './notes.ts';
import { PROBLEM_MESSAGES } from './problems.ts';

type ProblemMessages = typeof PROBLEM_MESSAGES;
type Merged<Group> = (Group extends unknown ? (group: Group) => void : never) extends (all: infer All) => void
  ? All
  : never;

type Catalogue = Merged<ProblemMessages[keyof ProblemMessages]> &
  typeof FIELD_MESSAGES &
  typeof CLIENT_MESSAGES &
  typeof NOTES &
  typeof DIFFICULTY_REASONS;

export type MessageCode = Extract<keyof Catalogue, string>;
export type TemplateOf<Code extends MessageCode> = Catalogue[Code] & string;

/** Every message that Lectern can send: its code and its English. */
export const MESSAGES = Object.assign(
  {},
  ...Object.values(PROBLEM_MESSAGES),
  FIELD_MESSAGES,
  CLIENT_MESSAGES,
  NOTES,
  DIFFICULTY_REASONS,
) as Readonly<Record<MessageCode, string>>;

const PROBLEM_OF = new Map<string, ProblemCode>([
  ...Object.keys(FIELD_MESSAGES).map((code) => [code, 'validation_failed'] as const),
  ...(Object.keys(PROBLEM_MESSAGES) as (keyof ProblemMessages)[]).flatMap((problem) =>
    Object.keys(PROBLEM_MESSAGES[problem]).map((code) => [code, problem] as const),
  ),
]);

/** Messages that say which problem they are. The others are notes, which become a problem where one is named. */
export type ProblemMessageCode = Exclude<
  MessageCode,
  keyof typeof CLIENT_MESSAGES | keyof typeof NOTES | keyof typeof DIFFICULTY_REASONS
>;

export const problemOf = (code: ProblemMessageCode): ProblemCode => PROBLEM_OF.get(code) ?? 'internal_error';

/** The English of a message. */
export const wordMessage = ({ code, params }: Message): string =>
  fillIn(MESSAGES[code as MessageCode], params, wordMessage);
