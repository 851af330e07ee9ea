import { Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Evidence } from '#contract/evidence.ts';
import classes from './evidence-chip.module.css';
import { formatPages } from './format-pages.ts';
import { formatSeconds } from './format.ts';
import { HoverCard } from './hover-card.tsx';
import { Link } from './link.tsx';
import { paths } from './paths.ts';

interface EvidenceChipProps {
  lessonId: number;
  /** Named where the lesson is not the one on the screen. */
  lessonTitle?: string;
  evidence: Evidence;
  onOpen?: ((evidence: Evidence) => void) | undefined;
}

/**
 * Where the evidence for a line written by Lectern is: `12:34`, `p. 7`, `p. 29–32`, the section or paragraph of a text, or "passage". Hover and focus show the quoted words, a
 * click opens the lesson there. `onOpen` replaces the navigation when the lesson is already on the screen. A question that rests on two places has a chip
 * for each.
 */
export function EvidenceChip(props: EvidenceChipProps) {
  const { further } = props.evidence;
  return (
    <>
      <PlaceChip {...props} />
      {further !== undefined && (
        <>
          {' '}
          <PlaceChip {...props} evidence={further} />
        </>
      )}
    </>
  );
}

function PlaceChip({ lessonId, lessonTitle, evidence, onOpen }: EvidenceChipProps) {
  const { t } = useTranslation();
  const quoteId = useId();
  const place = placeOf(evidence, t);
  const words = evidence.changed === undefined ? place : `${place} ${t('evidence.changed')}`;
  return (
    <>
      <HoverCard
        content={
          <>
            <Text component="blockquote" m={0} className={classes.quote}>
              {evidence.quote}
            </Text>
            {evidence.changed !== undefined && <ChangedWords changed={evidence.changed} />}
            {lessonTitle !== undefined && (
              <Text size="xs" c="dimmed" mt={8}>
                <bdi>{lessonTitle}</bdi>
              </Text>
            )}
          </>
        }
      >
        <Link
          className={classes.chip}
          data-changed={evidence.changed !== undefined || undefined}
          to={paths.evidence(lessonId, evidence)}
          aria-label={
            lessonTitle === undefined
              ? t('evidence.open', { place: words })
              : t('evidence.openIn', { place: words, lesson: lessonTitle })
          }
          aria-describedby={quoteId}
          onClick={(event) => {
            // A click that asks for a new tab means the address.
            if (onOpen === undefined || event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            onOpen(evidence);
          }}
        >
          <span className={classes.place} dir="auto">
            {place}
          </span>
          {evidence.changed !== undefined && (
            <span className={classes.changed}> {t('evidence.changed')}</span>
          )}
        </Link>
      </HoverCard>
      <span id={quoteId} hidden>
        {evidence.quote}
      </span>
    </>
  );
}

/** What the lesson says since it was corrected. */
function ChangedWords({ changed }: { changed: NonNullable<Evidence['changed']> | null }) {
  const { t } = useTranslation();
  return (
    <Text size="sm" mt={8}>
      {changed === null ? t('evidence.gone') : t('evidence.now', { quote: changed.quote })}
    </Text>
  );
}

export function EvidencePlace({ evidence }: { evidence: Evidence }) {
  const { t } = useTranslation();
  return (
    <span className={classes.chip}>
      <span className={classes.place} dir="auto">
        {placeOf(evidence, t)}
      </span>
    </span>
  );
}

/** Such as "12:34", "p. 7" or "Plate boundaries"; undefined where nothing of it is known. */
export function findPlace(evidence: Evidence, t: TFunction): string | undefined {
  if (evidence.start_second !== null) return formatSeconds(evidence.start_second);
  const { section, paragraph } = evidence;
  const inText = paragraph === undefined ? undefined : t('evidence.paragraph', { paragraph });
  return formatPages(evidence, t) ?? section ?? inText;
}

const placeOf = (evidence: Evidence, t: TFunction): string => findPlace(evidence, t) ?? t('evidence.passage');
