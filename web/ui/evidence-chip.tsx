import { HoverCard, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Evidence } from '../../contract/evidence.ts';
import classes from './evidence-chip.module.css';
import { formatPages } from './format-pages.ts';
import { formatSeconds } from './format.ts';
import { paths } from './paths.ts';

/**
 * Where a line written by Lectern rests: `12:34`, `p. 7`, `p. 29–32`, or "passage". Hover and focus show the quoted words, a
 * click opens the lesson there. `onOpen` takes the place of the navigation when the lesson is on the screen already.
 */
export function EvidenceChip({
  lessonId,
  lessonTitle,
  evidence,
  onOpen,
}: {
  lessonId: number;
  /** Named where the lesson is not the one on the screen. */
  lessonTitle?: string;
  evidence: Evidence;
  onOpen?: ((evidence: Evidence) => void) | undefined;
}) {
  const { t } = useTranslation();
  const quoteId = useId();
  const place = placeOf(evidence, t);
  return (
    <HoverCard width={340} shadow="md" openDelay={120} closeDelay={80} position="top" withinPortal>
      <HoverCard.Target>
        <Link
          className={classes.chip}
          to={paths.evidence(lessonId, evidence)}
          aria-label={
            lessonTitle === undefined
              ? t('evidence.open', { place })
              : t('evidence.openIn', { place, lesson: lessonTitle })
          }
          aria-describedby={quoteId}
          onClick={(event) => {
            // A click that asks for a new tab means the address.
            if (onOpen === undefined || event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            onOpen(evidence);
          }}
        >
          {place}
        </Link>
      </HoverCard.Target>
      <span id={quoteId} hidden>
        {evidence.quote}
      </span>
      <HoverCard.Dropdown>
        <Text component="blockquote" m={0} className={classes.quote}>
          {evidence.quote}
        </Text>
        {lessonTitle !== undefined && (
          <Text size="xs" c="dimmed" mt={8}>
            <bdi>{lessonTitle}</bdi>
          </Text>
        )}
      </HoverCard.Dropdown>
    </HoverCard>
  );
}

/** The same to look at, for a place within something that is a link as a whole. */
export function EvidencePlace({ evidence }: { evidence: Evidence }) {
  const { t } = useTranslation();
  return <span className={classes.chip}>{placeOf(evidence, t)}</span>;
}

const placeOf = (evidence: Evidence, t: TFunction): string =>
  evidence.start_second !== null
    ? formatSeconds(evidence.start_second)
    : (formatPages(evidence, t) ?? t('evidence.passage'));
