import { Fragment, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Evidence } from '#contract/evidence.ts';
import type { KeptSummary, Lesson } from '#contract/lessons.ts';
import { EvidenceChip } from '#web/ui/evidence-chip.tsx';
import { listEvidence } from '#web/ui/list-evidence.ts';
import { groupPoints } from './group-points.ts';
import classes from './summary.module.css';

/** What the lesson explains, in its order, each with where it does. */
export function KeyTerms({ lesson, onOpen }: { lesson: Lesson; onOpen: (evidence: Evidence) => void }) {
  const { t } = useTranslation();
  const headingId = useId();
  if (lesson.key_terms.length === 0) return null;
  return (
    <section className={classes.terms} aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.termsHeading}>
        {t('lessons.keyTerms')}
      </h2>
      <dl className={`reading ${classes.termList ?? ''}`}>
        {lesson.key_terms.map(({ term, definition, evidence }) => (
          <div key={term} className={classes.term}>
            <dt>
              <bdi>{term}</bdi>
            </dt>
            <dd>
              <bdi>{definition}</bdi>{' '}
              <EvidenceChip lessonId={lesson.id} evidence={evidence} onOpen={onOpen} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The points with their evidence; the text of a summary that came without points. */
export function SummaryText({
  lesson,
  shown,
  onOpen,
}: {
  lesson: Lesson;
  shown: KeptSummary | undefined;
  onOpen: (evidence: Evidence) => void;
}) {
  const points = shown?.points ?? lesson.summary_points;
  if (points.length === 0) {
    return (
      <div className={`reading ${classes.plain ?? ''}`} dir="auto">
        {lesson.summary
          .split(/\n+/)
          .filter((paragraph) => paragraph.trim() !== '')
          .map((paragraph, index) => (
            <p key={index}>{paragraph}</p>
          ))}
      </div>
    );
  }
  return (
    <div className={`reading ${classes.points ?? ''}`}>
      {groupPoints(points).map(({ section, first, points: grouped }) => (
        <Fragment key={first}>
          {section !== undefined && (
            <h2 className={classes.section} dir="auto">
              {section}
            </h2>
          )}
          <ol start={first}>
            {grouped.map(({ text, ...cited }, index) => (
              <li key={index}>
                <bdi>{text}</bdi>
                {listEvidence(cited).map((each, at) => (
                  <Fragment key={at}>
                    {' '}
                    <EvidenceChip lessonId={lesson.id} evidence={each} onOpen={onOpen} />
                  </Fragment>
                ))}
              </li>
            ))}
          </ol>
        </Fragment>
      ))}
    </div>
  );
}
