import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconDots,
  IconFileText,
  IconFileTypePdf,
  IconPencil,
  IconTrash,
  IconTxt,
  IconVideo,
  type Icon,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { LessonKind, LessonListItem } from '../../../contract/lessons.ts';
import { formatDate, formatSeconds } from '../../ui/format.ts';
import { paths } from '../../ui/paths.ts';
import { lessonStateOf, type LessonState } from './lesson-state.ts';
import classes from './lesson-row.module.css';

const ICONS: Readonly<Record<LessonKind, Icon>> = {
  video: IconVideo,
  pdf: IconFileTypePdf,
  text: IconTxt,
  document: IconFileText,
};

/** The button that opens a lesson's menu. */
export const lessonMenuId = (lessonId: number): string => `lesson-menu-${lessonId}`;

/** One lesson of the course: what it is, how far Lectern is with it, and the way to it. */
export function LessonRow({
  lesson,
  onRename,
  onDelete,
}: {
  lesson: LessonListItem;
  onRename: () => void;
  onDelete: () => void;
}) {
  const { t, i18n } = useTranslation();
  const KindIcon = ICONS[lesson.kind];
  const state = lessonStateOf(lesson);
  const facts = [
    t(`courses.kinds.${lesson.kind}`),
    extentOf(lesson, t),
    formatDate(lesson.created_at, i18n.language),
  ];
  return (
    <li className={classes.row}>
      <span className={classes.icon}>
        <KindIcon size={22} stroke={1.5} aria-hidden />
      </span>
      <div className={classes.text}>
        <div className={classes.head}>
          <h2 className={classes.title} dir="auto">
            {lesson.title}
          </h2>
          {lesson.type === 'syllabus' && <span className={classes.mark}>{t('courses.syllabus')}</span>}
        </div>
        <p className={classes.facts}>
          {facts.filter((fact) => fact !== '').join(' · ')}
          <span className={classes.state} data-state={state.state}>
            {describeState(state, lesson.hasSummary, t)}
          </span>
        </p>
      </div>
      <div className={classes.actions}>
        <Button
          component={Link}
          to={paths.lesson(lesson.id)}
          variant="default"
          size="xs"
          aria-label={t('courses.viewLessonOf', { title: lesson.title })}
        >
          {t('courses.viewLesson')}
        </Button>
        <Menu id={lessonMenuId(lesson.id)} position="bottom-end" width={170}>
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('courses.lessonMenuOf', { title: lesson.title })}
            >
              <IconDots size={20} stroke={1.8} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={17} stroke={1.6} aria-hidden />} onClick={onRename}>
              {t('courses.renameLesson')}
            </Menu.Item>
            <Menu.Item
              c="var(--lectern-red)"
              leftSection={<IconTrash size={17} stroke={1.6} aria-hidden />}
              onClick={onDelete}
            >
              {t('common.delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </li>
  );
}

function extentOf(lesson: LessonListItem, t: TFunction): string {
  if (lesson.duration_seconds !== null) return formatSeconds(lesson.duration_seconds);
  return lesson.page_count === null ? '' : t('courses.pages', { count: lesson.page_count });
}

function describeState(state: LessonState, hasSummary: boolean, t: TFunction): string {
  switch (state.state) {
    case 'transcribing':
      return t('courses.transcribing', { percent: state.percent });
    case 'failed':
      return t('courses.transcriptionFailed');
    case 'untranscribed':
      return t('courses.notTranscribed');
    case 'unread':
      return t('courses.notIngested');
    case 'transcribed':
      return hasSummary
        ? `${t('courses.transcriptReady')} · ${t('courses.summaryReady')}`
        : t('courses.transcriptReady');
    case 'read':
      return hasSummary ? t('courses.summaryReady') : '';
  }
}
