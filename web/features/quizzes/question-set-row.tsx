import { ActionIcon, Anchor, Text, UnstyledButton } from '@mantine/core';
import { IconChecks, IconDots, IconDownload, IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { QuestionSet } from '#contract/quizzes.ts';
import { ActionMenu } from '#web/ui/action-menu.tsx';
import { Link } from '#web/ui/link.tsx';
import { paths } from '#web/ui/paths.ts';
import { TimeAgo } from '#web/ui/time-ago.tsx';
import classes from './quizzes.module.css';

export type QuestionSetAction = 'open' | 'review' | 'rename' | 'download' | 'delete';

/** The button that opens a row's menu. */
export const menuButtonIdOf = (questionSetId: number): string => `question-set-${questionSetId}-menu`;
export const openIdOf = (questionSetId: number): string => `question-set-${questionSetId}`;

/** One question set of the list: opened by its name, everything else in its menu. */
export function QuestionSetRow({
  set,
  onAction,
}: {
  set: QuestionSet;
  onAction: (action: QuestionSetAction, set: QuestionSet) => void;
}) {
  const { t } = useTranslation();
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <UnstyledButton
          id={openIdOf(set.id)}
          className={classes.rowName}
          onClick={() => onAction('open', set)}
        >
          <bdi>{set.name}</bdi>
        </UnstyledButton>
        <Text size="xs" c="dimmed">
          {[
            t(`quizzes.styles.${set.answer_style}`),
            set.question_count === 0 && set.has_draft
              ? t('quizzes.unpublished')
              : t('quizzes.questions', { count: set.question_count }),
            set.taxonomy_levels.map((level) => t(`quizzes.levels.${level}`)).join(', '),
          ]
            .filter((fact) => fact !== '')
            .join(' · ')}
          {' · '}
          <TimeAgo instant={set.saved_at ?? set.created_at} />
        </Text>
        <Anchor component={Link} to={paths.lesson(set.lesson_id)} size="xs" className={classes.rowLesson}>
          <bdi>{set.lesson_title}</bdi>
        </Anchor>
      </div>
      <ActionMenu
        id={menuButtonIdOf(set.id)}
        width={200}
        target={
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('quizzes.menuOf', { name: set.name })}
          >
            <IconDots size={20} aria-hidden />
          </ActionIcon>
        }
        groups={[
          [
            { label: t('quizzes.open'), icon: IconEye, onClick: () => onAction('open', set) },
            { label: t('quizzes.review'), icon: IconChecks, onClick: () => onAction('review', set) },
            { label: t('quizzes.rename'), icon: IconPencil, onClick: () => onAction('rename', set) },
            { label: t('quizzes.download'), icon: IconDownload, onClick: () => onAction('download', set) },
            {
              label: t('common.delete'),
              icon: IconTrash,
              isDanger: true,
              onClick: () => onAction('delete', set),
            },
          ],
        ]}
      />
    </li>
  );
}
