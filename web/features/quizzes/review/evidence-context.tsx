import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Evidence } from '#contract/evidence.ts';
import type { LessonText } from '#contract/lessons.ts';
import { useLessonText } from '#web/api-client/lesson-text.queries.ts';
import { EvidenceChip } from '#web/ui/evidence-chip.tsx';
import { locateQuote } from '#web/ui/locate-quote.ts';
import classes from './review.module.css';

const CONTEXT_CHARACTERS = 240;

interface Context {
  readonly before: string;
  readonly quote: string;
  readonly after: string;
}

/** The text around the quotation, cut between words; only the quotation until the lesson is loaded. */
function findContext(
  evidence: Pick<Evidence, 'quote' | 'passage_id'>,
  lesson: LessonText | undefined,
): Context {
  const alone = { before: '', quote: evidence.quote, after: '' };
  const passage = lesson?.passages.find(({ id }) => id === evidence.passage_id);
  if (lesson === undefined || passage === undefined) return alone;
  const text = lesson.plain_text;
  const found = locateQuote(text.slice(0, passage.end_offset), evidence.quote, passage.start_offset);
  if (found === undefined) return alone;
  // The match may end before the full stop.
  const end = found.end + (/^[.!?…”"’')\]]+/u.exec(text.slice(found.end))?.[0].length ?? 0);
  const before = text.slice(Math.max(0, found.start - CONTEXT_CHARACTERS), found.start);
  const after = text.slice(end, end + CONTEXT_CHARACTERS);
  return {
    before: before.length < CONTEXT_CHARACTERS ? before : `… ${before.replace(/^\S*\s+/u, '')}`,
    quote: text.slice(found.start, end),
    after: after.length < CONTEXT_CHARACTERS ? after : `${after.replace(/\s+\S*$/u, '')} …`,
  };
}

/** The evidence of a question in the lesson's own words. */
export function EvidenceContext({ lessonId, evidence }: { lessonId: number; evidence: Evidence | null }) {
  const { t } = useTranslation();
  const { data: lesson } = useLessonText(lessonId, evidence !== null);
  const contexts = [evidence, evidence?.further].flatMap((each) => (each ? findContext(each, lesson) : []));
  return (
    <section className={classes.evidence} aria-labelledby="review-evidence">
      <Group gap="8px 12px" mb={12}>
        <h2 id="review-evidence" className={classes.label}>
          {t('review.evidence')}
        </h2>
        {evidence !== null && <EvidenceChip lessonId={lessonId} evidence={evidence} />}
      </Group>
      {contexts.length === 0 && <Text c="dimmed">{t('review.noEvidence')}</Text>}
      {contexts.map(({ before, quote, after }) => (
        <p key={quote} className={classes.context} dir="auto">
          {before}
          <mark className={classes.quote}>{quote}</mark>
          {after}
        </p>
      ))}
    </section>
  );
}
