import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LessonListItem } from '#contract/lessons.ts';
import { Failure } from '#web/ui/failure.tsx';
import { useOrderLessons } from './courses.queries.ts';
import { moveEntry, type LessonGroup } from './lesson-groups.ts';
import { LessonRow, lessonMenuId } from './lesson-row.tsx';
import { useDragOrder } from './use-drag-order.ts';
import classes from './lesson-row.module.css';

type By = -1 | 1;
const idOfMove = (topic: string, by: By): string => `move-${by === 1 ? 'down' : 'up'}-${topic}`;

/** The lessons of a course, by week or topic where they have one, and what changes their order. */
export function LessonGroups({
  courseId,
  groups,
  onEdit,
  onDelete,
  focus,
}: {
  courseId: number;
  groups: readonly LessonGroup[];
  onEdit: (lesson: LessonListItem) => void;
  onDelete: (lesson: LessonListItem) => void;
  focus: (id: string) => void;
}) {
  const { t } = useTranslation();
  const order = useOrderLessons(courseId);
  const [announcement, setAnnouncement] = useState('');
  const store = (changed: readonly LessonGroup[]): void =>
    order.mutate(changed.flatMap(({ lessons }) => lessons.map(({ id }) => id)));

  const moveLesson = (group: LessonGroup, from: number, to: number): void => {
    const lesson = group.lessons[from];
    if (lesson === undefined) return;
    const lessons = moveEntry(group.lessons, from, to);
    store(groups.map((each) => (each === group ? { ...group, lessons } : each)));
    setAnnouncement(t('courses.movedTo', { title: lesson.title, place: to + 1, count: lessons.length }));
    focus(lessonMenuId(lesson.id));
  };
  const moveGroup = (index: number, by: By): void => {
    const { topic = '' } = groups[index] ?? {};
    const place = index + by;
    store(moveEntry(groups, index, place));
    setAnnouncement(t('courses.movedTo', { title: nameOf(topic), place: place + 1, count: groups.length }));
    // The button that was pressed is disabled at either end.
    const isAtEnd = place + by < 0 || place + by >= groups.length;
    focus(idOfMove(topic, isAtEnd ? (-by as By) : by));
  };
  const nameOf = (topic: string): string => (topic === '' ? t('courses.otherLessons') : topic);
  const isGrouped = groups.some(({ topic }) => topic !== '');
  return (
    <>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {order.isError && <Failure message={t('courses.orderFailed')} error={order.error} />}
      {groups.map((group, place) => (
        <section key={group.topic} className={classes.group}>
          {isGrouped && (
            <div className={classes.groupHead}>
              <h2 className={classes.groupTitle} dir="auto">
                {nameOf(group.topic)}
              </h2>
              {([-1, 1] as const).map((by) => (
                <ActionIcon
                  key={by}
                  id={idOfMove(group.topic, by)}
                  variant="subtle"
                  color="gray"
                  size={36}
                  disabled={place + by < 0 || place + by >= groups.length}
                  aria-label={t(by === 1 ? 'courses.moveGroupDown' : 'courses.moveGroupUp', {
                    title: nameOf(group.topic),
                  })}
                  onClick={() => moveGroup(place, by)}
                >
                  {by === 1 ? <IconArrowDown size={18} aria-hidden /> : <IconArrowUp size={18} aria-hidden />}
                </ActionIcon>
              ))}
            </div>
          )}
          <LessonRows
            lessons={group.lessons}
            headingLevel={isGrouped ? 3 : 2}
            onMove={(from, to) => moveLesson(group, from, to)}
            onEdit={onEdit}
            onDelete={onDelete}
          />
        </section>
      ))}
    </>
  );
}

/** The lessons of a group, to be put in order by their menus or by dragging. */
function LessonRows({
  lessons,
  headingLevel,
  onMove,
  onEdit,
  onDelete,
}: {
  lessons: readonly LessonListItem[];
  headingLevel: 2 | 3;
  onMove: (from: number, to: number) => void;
  onEdit: (lesson: LessonListItem) => void;
  onDelete: (lesson: LessonListItem) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const drag = useDragOrder(list, onMove);
  return (
    <ul ref={list} className={classes.list}>
      {lessons.map((lesson, index) => (
        <LessonRow
          key={lesson.id}
          lesson={lesson}
          headingLevel={headingLevel}
          style={drag.styleOf(index)}
          isDragged={drag.draggedIndex === index}
          onDrag={lessons.length > 1 ? (event) => drag.start(index, event) : undefined}
          onMoveUp={index === 0 ? undefined : () => onMove(index, index - 1)}
          onMoveDown={index === lessons.length - 1 ? undefined : () => onMove(index, index + 1)}
          onEdit={() => onEdit(lesson)}
          onDelete={() => onDelete(lesson)}
        />
      ))}
    </ul>
  );
}
