import { ActionIcon, Button } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconDots,
  IconFileText,
  IconFileTypePdf,
  IconGripVertical,
  IconListCheck,
  IconPencil,
  IconTrash,
  IconTxt,
  IconVideo,
  type Icon,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { CSSProperties, PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { LessonKind, LessonListItem } from '#contract/lessons.ts';
import { ActionMenu } from '#web/ui/action-menu.tsx';
import { formatSeconds } from '#web/ui/format.ts';
import { Link } from '#web/ui/link.tsx';
import { paths } from '#web/ui/paths.ts';
import { TimeAgo } from '#web/ui/time-ago.tsx';
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

export function LessonRow({
  lesson,
  headingLevel,
  style,
  isDragged,
  onDrag,
  onMoveUp,
  onMoveDown,
  onEdit,
  onDelete,
}: {
  lesson: LessonListItem;
  headingLevel: 2 | 3;
  style: CSSProperties | undefined;
  isDragged: boolean;
  /** Undefined where there is no other place. */
  onDrag: ((event: PointerEvent<HTMLElement>) => void) | undefined;
  /** Undefined for the first one. */
  onMoveUp: (() => void) | undefined;
  onMoveDown: (() => void) | undefined;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const { t } = useTranslation();
  const Heading = `h${headingLevel}` as const;
  const KindIcon = ICONS[lesson.kind];
  const state = lessonStateOf(lesson);
  const facts = [t(`courses.kinds.${lesson.kind}`), extentOf(lesson, t)];
  return (
    <li className={classes.row} style={style} data-dragged={isDragged || undefined}>
      <span className={classes.lead}>
        {/* With a keyboard or a screen reader, the menu moves the lesson. */}
        {onDrag !== undefined && (
          <span className={classes.handle} title={t('courses.dragLesson')} aria-hidden onPointerDown={onDrag}>
            <IconGripVertical size={18} stroke={1.6} />
          </span>
        )}
        <span className={classes.icon}>
          <KindIcon size={22} stroke={1.5} aria-hidden />
        </span>
      </span>
      <div className={classes.text}>
        <div className={classes.head}>
          <Heading className={classes.title} dir="auto">
            {lesson.title}
          </Heading>
          {lesson.type === 'syllabus' && <span className={classes.mark}>{t('courses.syllabus')}</span>}
        </div>
        <p className={classes.facts}>
          {facts.filter((fact) => fact !== '').join(' · ')}
          {' · '}
          <TimeAgo instant={lesson.created_at} />
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
          className={classes.open}
          aria-label={t('courses.viewLessonOf', { title: lesson.title })}
        >
          {t('courses.viewLesson')}
        </Button>
        {lesson.document_source_id !== null && lesson.type !== 'syllabus' && (
          <ActionIcon
            component={Link}
            to={paths.quizOf(lesson.course, lesson.id)}
            variant="subtle"
            color="gray"
            size={36}
            title={t('courses.createQuiz')}
            aria-label={t('courses.newQuizOf', { title: lesson.title })}
          >
            <IconListCheck size={20} stroke={1.6} aria-hidden />
          </ActionIcon>
        )}
        <ActionMenu
          id={lessonMenuId(lesson.id)}
          width={210}
          target={
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('courses.lessonMenuOf', { title: lesson.title })}
            >
              <IconDots size={20} stroke={1.8} aria-hidden />
            </ActionIcon>
          }
          groups={[
            [
              { label: t('courses.editLesson'), icon: IconPencil, onClick: onEdit },
              ...(onMoveUp === undefined
                ? []
                : [{ label: t('courses.moveUp'), icon: IconArrowUp, onClick: onMoveUp }]),
              ...(onMoveDown === undefined
                ? []
                : [{ label: t('courses.moveDown'), icon: IconArrowDown, onClick: onMoveDown }]),
            ],
            [{ label: t('common.delete'), icon: IconTrash, isDanger: true, onClick: onDelete }],
          ]}
        />
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
    case 'without-speech':
      return t('courses.withoutSpeech');
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
