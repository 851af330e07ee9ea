import { NativeSelect, Text, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Course } from '#contract/courses.ts';
import { BLOOM_LEVELS, DIFFICULTIES } from '#contract/question-kinds.ts';
import { DifficultyReason } from '../difficulty-reason.tsx';
import { changeQuestion } from './change-questions.ts';
import type { EditorQuestion } from './editor-question.ts';
import type { Finding } from './question-checker.ts';
import type { QuestionPart } from './use-question-editing.ts';
import classes from './editor.module.css';

/** Level, difficulty and outcome, and where the checker sees them otherwise. */
export function QuestionDetails({
  question,
  number,
  finding,
  outcomes,
  edit,
}: Omit<QuestionPart, 'focus'> & { finding: Finding | undefined; outcomes: Course['outcomes'] }) {
  const { t } = useTranslation();
  const { key, level, difficulty, outcome } = question;
  const change = (changed: Partial<EditorQuestion>): void =>
    edit('details', key, changeQuestion(key, changed));
  const labelOf = (label: string) => (
    <>
      {label}
      <VisuallyHidden> {t('editor.ofQuestion', { number })}</VisuallyHidden>
    </>
  );
  // An outcome that was removed from the course stays until another is chosen.
  const isGone = outcome !== null && outcomes.every((each) => each.short_name !== outcome);
  return (
    <div>
      <div className={classes.details}>
        <NativeSelect
          size="sm"
          label={labelOf(t('editor.level'))}
          value={level}
          data={BLOOM_LEVELS.map((value) => ({ value, label: t(`quizzes.levels.${value}`) }))}
          onChange={({ currentTarget }) => {
            const chosen = BLOOM_LEVELS.find((each) => each === currentTarget.value);
            if (chosen !== undefined) change({ level: chosen });
          }}
        />
        <div className={classes.difficulty}>
          <NativeSelect
            size="sm"
            label={labelOf(t('quizzes.difficulty'))}
            value={difficulty}
            data={DIFFICULTIES.map((value) => ({ value, label: t(`quizzes.difficulties.${value}`) }))}
            onChange={({ currentTarget }) => {
              const chosen = DIFFICULTIES.find((each) => each === currentTarget.value);
              if (chosen !== undefined) change({ difficulty: chosen });
            }}
          />
          {finding !== undefined && question.text !== '' && (
            <span className={classes.reason}>
              <DifficultyReason
                difficulty={finding.difficultyFound}
                reason={finding.difficultyReason}
                label={t('quizzes.whyDifficulty', { number })}
              />
            </span>
          )}
        </div>
        {!question.isCandidate && (
          <NativeSelect
            size="sm"
            label={labelOf(t('editor.outcome'))}
            value={outcome ?? ''}
            data={[
              { value: '', label: t('editor.noOutcome') },
              ...(isGone ? [{ value: outcome, label: outcome }] : []),
              ...outcomes.map((each) => ({
                value: each.short_name,
                label: `${each.short_name} – ${each.description}`,
              })),
            ]}
            onChange={({ currentTarget: { value } }) => change({ outcome: value === '' ? null : value })}
          />
        )}
      </div>
      {finding !== undefined && question.text !== '' && finding.levelFound !== level && (
        <Text size="sm" c="dimmed" mt={6}>
          {t('quizzes.levelMismatch', {
            asked: t(`quizzes.levels.${level}`),
            found: t(`quizzes.levels.${finding.levelFound}`),
          })}
        </Text>
      )}
    </div>
  );
}
