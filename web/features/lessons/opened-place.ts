import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Evidence } from '#contract/evidence.ts';
import { isRecord } from '#web/api-client/api-error.ts';
import { paths } from '#web/ui/paths.ts';

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

const TAB = 'tab';

/** The place in the address. Another request for the same place counts as new, because the reader may have scrolled away. */
export function useOpenedPlace(lessonId: number): {
  place: OpenedPlace | undefined;
  openEvidence: (evidence: Evidence) => void;
} {
  const { search, state } = useLocation() as { search: string; state: unknown };
  const navigate = useNavigate();
  const askedAt = isRecord(state) ? state['askedAt'] : undefined;
  // Other parameters, such as the tab, do not concern the place.
  const asked = useMemo(() => {
    const parameters = new URLSearchParams(search);
    parameters.delete(TAB);
    return parameters.toString();
  }, [search]);
  const place = useMemo(() => readAsked({ asked, askedAt }), [asked, askedAt]);
  const openEvidence = (evidence: Evidence): void => {
    const address = new URL(paths.evidence(lessonId, evidence), window.location.href);
    const tab = new URLSearchParams(search).get(TAB);
    if (tab !== null) address.searchParams.set(TAB, tab);
    void navigate(`${address.pathname}${address.search}`, {
      replace: true,
      preventScrollReset: true,
      state: { askedAt: performance.now() },
    });
  };
  return { place, openEvidence };
}

/** `askedAt` distinguishes two requests for the same place. */
const readAsked = ({ asked }: { asked: string; askedAt: unknown }): OpenedPlace | undefined =>
  readOpenedPlace(new URLSearchParams(asked));
