import { ActionIcon, Anchor, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconDots, IconDownload, IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Lesson } from '../../../contract/lessons.ts';
import type { QuestionSet } from '../../../contract/quizzes.ts';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../api-client/query-keys.ts';
import { request } from '../../api-client/request.ts';
import { formatDate } from '../../ui/format.ts';
import { paths } from '../../ui/paths.ts';
import classes from './quizzes.module.css';

export type QuestionSetAction = 'open' | 'rename' | 'download' | 'delete';

/** The button that opens a row's menu; Mantine gives it the menu's id. */
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
  const { t, i18n } = useTranslation();
  const entries = [
    ['open', IconEye, t('quizzes.open')],
    ['rename', IconPencil, t('quizzes.rename')],
    ['download', IconDownload, t('quizzes.download')],
    ['delete', IconTrash, t('common.delete')],
  ] as const;
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
          {t(`quizzes.styles.${set.answer_style}`)} · {t('quizzes.questions', { count: set.question_count })}{' '}
          · {formatDate(set.created_at, i18n.language)}
        </Text>
        <LessonLink lessonId={set.lesson_id} />
      </div>
      <Menu id={menuButtonIdOf(set.id)} position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('quizzes.menuOf', { name: set.name })}
          >
            <IconDots size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {entries.map(([action, EntryIcon, label]) => (
            <Menu.Item
              key={action}
              color={action === 'delete' ? 'red' : undefined}
              leftSection={<EntryIcon size={18} stroke={1.6} aria-hidden />}
              onClick={() => onAction(action, set)}
            >
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}

/** The list names lessons by number only; each is asked for once. A lesson that cannot be read is left out. */
function LessonLink({ lessonId }: { lessonId: number }) {
  const lesson = useQuery({
    queryKey: queryKeys.lesson(lessonId),
    queryFn: ({ signal }) => request<Lesson>('GET', `/api/lessons/${lessonId}/`, { signal }),
  });
  if (lesson.data === undefined) return null;
  return (
    <Anchor component={Link} to={paths.lesson(lessonId)} size="xs" className={classes.rowLesson}>
      <bdi>{lesson.data.title}</bdi>
    </Anchor>
  );
}
