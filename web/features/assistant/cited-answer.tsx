import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Citation } from '../../../contract/assistant.ts';
import { EvidenceChip } from '../../ui/evidence-chip.tsx';
import { paths } from '../../ui/paths.ts';
import classes from './assistant.module.css';
import { groupByLesson } from './chat-log.ts';

/** An answer, paragraph by paragraph, and under it the places in the lessons that it rests on. */
export function CitedAnswer({ text, citations }: { text: string; citations: readonly Citation[] }) {
  const { t } = useTranslation();
  return (
    <>
      <div className={citations.length > 0 ? classes.answer : undefined}>
        {text.split(/\n{2,}/).map((paragraph, index) => (
          <p key={index} dir="auto" className={classes.paragraph}>
            {paragraph}
          </p>
        ))}
      </div>
      {citations.length > 0 && (
        <ul className={classes.sources} aria-label={t('assistant.sources')}>
          {groupByLesson(citations).map((ofLesson) => (
            <li key={ofLesson[0]?.lesson_id} className={classes.source}>
              <Anchor component={Link} to={paths.lesson(ofLesson[0]?.lesson_id ?? 0)} size="sm">
                <bdi>{ofLesson[0]?.lesson_title}</bdi>
              </Anchor>
              {ofLesson.map(({ lesson_id: lessonId, evidence }) => (
                <EvidenceChip
                  key={`${evidence.passage_id} ${evidence.quote}`}
                  lessonId={lessonId}
                  evidence={evidence}
                />
              ))}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
