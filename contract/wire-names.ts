/**
 * Names of the wire format that are older than the glossary, each with the name that the code uses. Requests are
 * translated as they are parsed, answers as they are presented; the web app translates where it calls the API. Columns
 * still have the old names too, which the stores translate.
 */
const NAMES = {
  docsource_id: 'document_source_id',
  video_id: 'transcription_id',
  n: 'question_count',
} as const;

type Names = typeof NAMES;
type WireNames = { [Wire in keyof Names as Names[Wire]]: Wire };

export type FromWire<Wire> = Wire extends unknown
  ? { [Key in keyof Wire as Key extends keyof Names ? Names[Key] : Key]: Wire[Key] }
  : never;
export type ToWire<Named> = Named extends unknown
  ? { [Key in keyof Named as Key extends keyof WireNames ? WireNames[Key] : Key]: Named[Key] }
  : never;

const WIRE_NAMES = Object.fromEntries(Object.entries(NAMES).map(([wire, name]) => [name, wire]));

const rename = (object: object, names: Readonly<Record<string, string>>): object =>
  Object.fromEntries<unknown>(
    Object.entries(object).map(([key, value]): [string, unknown] => [
      (Object.hasOwn(names, key) ? names[key] : undefined) ?? key,
      value,
    ]),
  );

export const fromWire = <Wire extends object>(wire: Wire): FromWire<Wire> =>
  rename(wire, NAMES) as FromWire<Wire>;
export const toWire = <Named extends object>(named: Named): ToWire<Named> =>
  rename(named, WIRE_NAMES) as ToWire<Named>;

const CRITERIA_ON_THE_WIRE = { levels: 'mcq', difficulty: 'difficulty', outcomes: 'outcomes' } as const;
/** What the questions of a quiz are balanced by. */
export type Criteria = keyof typeof CRITERIA_ON_THE_WIRE;

/** The request for a quiz, also as it is stored for a job. */
export const questionsRequestToWire = <Named extends { criteria?: Criteria | undefined }>({
  criteria,
  ...request
}: Named) => ({
  ...toWire(request),
  ...(criteria === undefined ? {} : { criteria: CRITERIA_ON_THE_WIRE[criteria] }),
});
