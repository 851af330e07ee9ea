/** A place in a lesson that an address, or a click on a chip, asks to be shown. */
export interface OpenedPlace {
  readonly second: number | undefined;
  readonly page: number | undefined;
  readonly quote: string;
}

const readNumber = (text: string | null, isGood: (value: number) => boolean): number | undefined => {
  const value = text === null || text === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) && isGood(value) ? value : undefined;
};

/** Reads `t` (seconds), `page` (from 1) and `quote`; undefined when the address asks for no place. */
export function readOpenedPlace(parameters: URLSearchParams): OpenedPlace | undefined {
  const second = readNumber(parameters.get('t'), (value) => value >= 0);
  const page = readNumber(parameters.get('page'), (value) => Number.isInteger(value) && value > 0);
  const quote = parameters.get('quote')?.trim() ?? '';
  return second === undefined && page === undefined && quote === '' ? undefined : { second, page, quote };
}
