import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Evidence } from '#contract/evidence.ts';
import { isRecord } from '#web/api-client/api-error.ts';
import { paths } from '#web/ui/paths.ts';
import { readOpenedPlace, type OpenedPlace } from './opened-place.ts';

const TAB = 'tab';

/** The place in the address. Requested again, it counts as a new one, because the reader may have scrolled away. */
export function useOpenedPlace(lessonId: number): {
  place: OpenedPlace | undefined;
  openEvidence: (evidence: Evidence) => void;
} {
  const { search, state } = useLocation() as { search: string; state: unknown };
  const navigate = useNavigate();
  const askedAt = isRecord(state) ? state['askedAt'] : undefined;
  // What else the address says, such as the tab, is not about the place.
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
