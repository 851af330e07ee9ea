import { Textarea, TextInput } from '@mantine/core';
import { useId, useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { LessonListItem } from '#contract/lessons.ts';
import { FIELD_MESSAGES } from '#contract/messages/field-messages.ts';
import { DialogOnItsWay } from '#web/ui/dialog-on-its-way.tsx';
import { explainFailure, wordFieldText } from '#web/ui/word-message.ts';
import { DialogForm, FormDialog } from '#web/ui/form-dialog.tsx';
import { SelectById } from '#web/ui/select-by-id.tsx';
import { useTyped } from '#web/ui/typed-values.ts';
import { useCourseList, useLessonsOfCourse } from '#web/api-client/course-list.queries.ts';
import { useUpdateLesson, useWholeLesson } from './courses.queries.ts';

/** The contract's longest name and description of a lesson, in characters. */
const TITLE_LONGEST = 300;
const DESCRIPTION_LONGEST = 20_000;
const TOPIC_LONGEST = 200;

/** Renames, describes, groups or moves a lesson. The list of a course with very long descriptions contains only their beginnings. */
export function EditLessonDialog({ lesson, ...rest }: ComponentProps<typeof EditWholeLessonDialog>) {
  const whole = useWholeLesson(lesson);
  return whole === undefined ? <DialogOnItsWay /> : <EditWholeLessonDialog lesson={whole} {...rest} />;
}

function EditWholeLessonDialog({
  lesson,
  onMoved,
  onClose,
}: {
  lesson: LessonListItem;
  /** Called instead of `onClose` once it is in another course. */
  onMoved: () => void;
  /** Told once it is saved, or left. */
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [values, setValues] = useTyped(`lesson:${lesson.id}`, {
    title: lesson.title,
    description: lesson.description,
    topic: lesson.topic,
    courseId: lesson.course,
  });
  const { title, description, topic, courseId } = values;
  const change = (changed: Partial<typeof values>): void => setValues({ ...values, ...changed });
  const courses = useCourseList().data ?? [];
  const { data: lessons = [] } = useLessonsOfCourse(lesson.course);
  const topics = new Set(lessons.map((each) => each.topic).filter((each) => each !== ''));
  const topicsId = useId();
  const [isMissing, setIsMissing] = useState(false);
  const update = useUpdateLesson(lesson);
  const isMoved = courseId !== lesson.course;
  const isDirty =
    title !== lesson.title || description !== lesson.description || topic !== lesson.topic || isMoved;
  const save = (): void => {
    setIsMissing(title.trim() === '');
    if (title.trim() === '') return;
    const changed = { title: title.trim(), description: description.trim(), topic: topic.trim() };
    update.mutate(isMoved ? { ...changed, course: courseId } : changed, {
      onSuccess: isMoved ? onMoved : onClose,
    });
  };
  return (
    <FormDialog title={t('courses.editLessonTitle')} isDirty={isDirty} size="md" onClose={onClose}>
      {(requestClose) => (
        <DialogForm
          submitLabel={t('common.save')}
          isWorking={update.isPending}
          failure={
            update.isError
              ? `${t('courses.lessonUpdateFailed')} ${explainFailure(t, update.error)}`
              : undefined
          }
          error={update.error}
          onSubmit={save}
          onCancel={requestClose}
        >
          <TextInput
            label={t('courses.lessonTitleField')}
            required
            data-autofocus
            dir="auto"
            maxLength={TITLE_LONGEST}
            value={title}
            error={isMissing ? wordFieldText(t, FIELD_MESSAGES.lesson_name_missing) : undefined}
            onChange={({ currentTarget }) => change({ title: currentTarget.value })}
          />
          <Textarea
            label={t('courses.lessonDescriptionField')}
            autosize
            minRows={3}
            maxRows={10}
            dir="auto"
            maxLength={DESCRIPTION_LONGEST}
            value={description}
            onChange={({ currentTarget }) => change({ description: currentTarget.value })}
          />
          <TextInput
            label={t('courses.topicField')}
            description={t('courses.topicHint')}
            dir="auto"
            maxLength={TOPIC_LONGEST}
            list={topicsId}
            value={topic}
            onChange={({ currentTarget }) => change({ topic: currentTarget.value })}
          />
          <datalist id={topicsId}>
            {[...topics].map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
          {courses.length > 1 && (
            <SelectById
              label={t('courses.courseField')}
              description={t('courses.courseHint')}
              items={courses}
              chosen={courseId}
              onChoose={(id) => change({ courseId: id ?? lesson.course })}
            />
          )}
        </DialogForm>
      )}
    </FormDialog>
  );
}
