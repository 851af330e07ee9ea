import { ActionIcon } from '@mantine/core';
import {
  IconCopy,
  IconDots,
  IconEye,
  IconPencil,
  IconPin,
  IconPinned,
  IconPinnedOff,
  IconTrash,
} from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Course } from '#contract/courses.ts';
import { ActionMenu } from '#web/ui/action-menu.tsx';
import { Link } from '#web/ui/link.tsx';
import { paths } from '#web/ui/paths.ts';
import classes from './course-card.module.css';

/** How long a lesson counts as new. */
const NEW_MILLISECONDS = 7 * 24 * 60 * 60 * 1000;

export interface CourseActions {
  onEdit: (course: Course) => void;
  onDelete: (course: Course) => void;
  onPin: (course: Course) => void;
  onCopy: (course: Course) => void;
}

/** What a grid of cards shows. */
export interface Grid {
  courses: readonly Course[];
  now: number;
  actions: CourseActions;
}

export const courseLinkId = (courseId: number): string => `course-${courseId}`;
/** The button that opens a card's menu. */
export const courseMenuId = (courseId: number): string => `course-menu-${courseId}`;

export const CourseCard = memo(function CourseCard({
  course,
  now,
  actions,
}: {
  course: Course;
  /** When the list was loaded, in milliseconds since 1970. */
  now: number;
  actions: CourseActions;
}) {
  const { t } = useTranslation();
  return (
    <article className={classes.card} aria-labelledby={courseLinkId(course.id)}>
      <div className={classes.band} data-hue={hueOf(course.department)}>
        <span className={classes.monogram} aria-hidden>
          {monogramOf(course.title)}
        </span>
        <div className={classes.controls}>
          {course.is_pinned && (
            <IconPinned
              size={18}
              stroke={1.6}
              role="img"
              aria-hidden={false}
              aria-label={t('courses.pinned')}
            />
          )}
          <CourseMenu course={course} actions={actions} />
        </div>
      </div>
      <div className={classes.body}>
        <h2 className={classes.title} dir="auto">
          <Link id={courseLinkId(course.id)} to={paths.course(course.id)} className={classes.link}>
            {course.title}
          </Link>
        </h2>
        <p className={classes.department} dir="auto">
          {course.department}
        </p>
        <p className={classes.description} dir="auto">
          {course.description}
        </p>
      </div>
      <div className={classes.foot}>
        <span className={classes.count}>{t('courses.lessonCount', { count: course.lesson_count })}</span>
        {course.latest_lesson !== null && (
          <span className={classes.latest}>
            {now - Date.parse(course.latest_lesson.created_at) < NEW_MILLISECONDS
              ? t('courses.new')
              : t('courses.latest')}{' '}
            <bdi>{course.latest_lesson.title}</bdi>
          </span>
        )}
      </div>
    </article>
  );
});

function CourseMenu({ course, actions }: { course: Course; actions: CourseActions }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <ActionMenu
      id={courseMenuId(course.id)}
      width={180}
      target={
        <ActionIcon
          className={classes.menu}
          variant="transparent"
          size={36}
          aria-label={t('courses.menuOf', { title: course.title })}
        >
          <IconDots size={20} stroke={1.8} aria-hidden />
        </ActionIcon>
      }
      groups={[
        [
          { label: t('courses.view'), icon: IconEye, onClick: () => void navigate(paths.course(course.id)) },
          { label: t('courses.edit'), icon: IconPencil, onClick: () => actions.onEdit(course) },
          {
            label: course.is_pinned ? t('courses.unpin') : t('courses.pin'),
            icon: course.is_pinned ? IconPinnedOff : IconPin,
            onClick: () => actions.onPin(course),
          },
          { label: t('courses.copy'), icon: IconCopy, onClick: () => actions.onCopy(course) },
        ],
        [
          {
            label: t('common.delete'),
            icon: IconTrash,
            isDanger: true,
            onClick: () => actions.onDelete(course),
          },
        ],
      ]}
    />
  );
}

/** The number of hues; `course-card.module.css` defines them as `[data-hue='0']` and so on. */
const HUES = 8;

/** The hue of a department, the same in every browser and on every day. Ignores case and surrounding spaces. */
function hueOf(department: string): number {
  // FNV-1a is short, and spreads names that differ in one character.
  let hash = 0x811c9dc5;
  for (const character of department.trim().toLowerCase()) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  // The remainder uses only the low bits, which are badly spread, so mix in the high ones.
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  return ((hash ^ (hash >>> 15)) >>> 0) % HUES;
}

/** One or two letters that stand for a course: the first ones of its first two words. */
function monogramOf(title: string): string {
  const words = title.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const letters = words.slice(0, 2).map((word) => /^.\p{M}*/su.exec(word)?.[0] ?? '');
  return letters.join('').toLocaleUpperCase() || '•';
}
