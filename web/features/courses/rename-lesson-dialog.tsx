import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { LessonListItem } from '../../../contract/lessons.ts';
import { Failure } from '../../ui/failure.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useUpdateLesson } from './courses.queries.ts';

/** The contract's longest name and description of a lesson, in characters. */
const TITLE_LONGEST = 300;
const DESCRIPTION_LONGEST = 20_000;

/** Renames and describes a lesson. */
export function RenameLessonDialog({
  lesson,
  onClose,
}: {
  lesson: LessonListItem;
  /** Told once it is saved, or left. */
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [title, setTitle] = useState(lesson.title);
  const [description, setDescription] = useState(lesson.description);
  const [isMissing, setIsMissing] = useState(false);
  const update = useUpdateLesson(lesson);
  const isDirty = title !== lesson.title || description !== lesson.description;
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    setIsMissing(title.trim() === '');
    if (title.trim() === '') return;
    update.mutate({ title: title.trim(), description: description.trim() }, { onSuccess: onClose });
  };
  return (
    <FormDialog title={t('courses.renameTitle')} isDirty={isDirty} size="md" onClose={onClose}>
      {(requestClose) => (
        <form onSubmit={onSubmit} noValidate>
          <Stack gap="md">
            <TextInput
              label={t('courses.lessonTitleField')}
              required
              data-autofocus
              dir="auto"
              maxLength={TITLE_LONGEST}
              value={title}
              error={isMissing ? t('messages.lessonNameMissing') : undefined}
              onChange={({ currentTarget }) => {
                setTitle(currentTarget.value);
              }}
            />
            <Textarea
              label={t('courses.lessonDescriptionField')}
              autosize
              minRows={3}
              maxRows={10}
              dir="auto"
              maxLength={DESCRIPTION_LONGEST}
              value={description}
              onChange={({ currentTarget }) => {
                setDescription(currentTarget.value);
              }}
            />
            <div>
              {update.isError && <Failure message={t('courses.lessonUpdateFailed')} error={update.error} />}
              <Group justify="flex-end">
                <Button variant="default" onClick={requestClose}>
                  {t('common.cancel')}
                </Button>
                <Button type="submit" loading={update.isPending}>
                  {t('common.save')}
                </Button>
              </Group>
            </div>
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
