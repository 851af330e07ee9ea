import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Lesson } from '#contract/lessons.ts';
import { FIELD_MESSAGES } from '#contract/messages/field-messages.ts';
import { DialogForm, FormDialog } from '#web/ui/form-dialog.tsx';
import { useTyped } from '#web/ui/typed-values.ts';
import { explainFailure, wordFieldText } from '#web/ui/word-message.ts';
import { useUpdateLesson } from './lessons.queries.ts';

export function EditLessonDialog({ lesson, onClose }: { lesson: Lesson; onClose: () => void }) {
  const { t } = useTranslation();
  const update = useUpdateLesson(lesson);
  const [values, setValues] = useTyped(`lesson:${lesson.id}`, {
    title: lesson.title,
    description: lesson.description,
  });
  const [isMissing, setIsMissing] = useState(false);
  const save = (): void => {
    setIsMissing(values.title.trim() === '');
    if (values.title.trim() !== '') update.mutate(values, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={t('lessons.edit')}
      isDirty={values.title !== lesson.title || values.description !== lesson.description}
      onClose={onClose}
    >
      {(requestClose) => (
        <DialogForm
          submitLabel={t('common.save')}
          isWorking={update.isPending}
          failure={
            update.isError ? `${t('lessons.saveFailed')} ${explainFailure(t, update.error)}` : undefined
          }
          error={update.error}
          onSubmit={save}
          onCancel={requestClose}
        >
          <TextInput
            label={t('lessons.title')}
            required
            data-autofocus
            dir="auto"
            maxLength={300}
            value={values.title}
            error={isMissing ? wordFieldText(t, FIELD_MESSAGES.lesson_name_missing) : undefined}
            onChange={({ currentTarget }) => setValues({ ...values, title: currentTarget.value })}
          />
          <Textarea
            label={t('lessons.description')}
            dir="auto"
            autosize
            minRows={3}
            maxRows={12}
            maxLength={20_000}
            value={values.description}
            onChange={({ currentTarget }) => setValues({ ...values, description: currentTarget.value })}
          />
        </DialogForm>
      )}
    </FormDialog>
  );
}
