import type { ColumnType } from 'kysely';
import type { Message } from '#contract/messages/message.ts';

/** Times are set by the database unless a use-case gives one. */
export type CreatedAt = ColumnType<Date, Date | undefined, never>;
export type UpdatedAt = ColumnType<Date, Date | undefined, Date>;
/** `jsonb`: written as text, read as a value. */
export type Json<T> = ColumnType<T, string, string>;
export type GeneratedJson<T> = ColumnType<T, string | undefined, string>;
/** The code and parameters of the sentence in the corresponding column; null for sentences stored before they had codes. */
export type CodedMessage = ColumnType<Message | null, string | null | undefined, string | null>;
