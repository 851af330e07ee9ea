import { Textarea, TextInput } from '@mantine/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { explainFailure, wordFieldText } from '#web/ui/word-message.ts';
import { lessonUpdateRequest, type Lesson } from '#contract/lessons.ts';
import { DialogForm, FormDialog } from '#web/ui/form-dialog.tsx';
import { useTypedForm } from '#web/ui/typed-values.ts';
import { useUpdateLesson } from './lessons.queries.ts';

export function EditLessonDialog({ lesson, onClose }: { lesson: Lesson; onClose: () => void }) {
  const { t } = useTranslation();
  const update = useUpdateLesson(lesson);
  const form = useForm({
    resolver: zodResolver(lessonUpdateRequest),
    defaultValues: { title: lesson.title, description: lesson.description },
  });
  const { register, handleSubmit, formState } = form;
  useTypedForm(form, `lesson:${lesson.id}`);
  const { errors, isDirty } = formState;
  const messageOf = (message: string | undefined): string | undefined =>
    message === undefined ? undefined : wordFieldText(t, message);
  const submit = handleSubmit(async (values) => {
    try {
      await update.mutateAsync(values);
    } catch {
      // Told in the dialog, which keeps what was typed.
      return;
    }
    onClose();
  });
  return (
    <FormDialog title={t('lessons.edit')} isDirty={isDirty} onClose={onClose}>
      {(requestClose) => (
        <DialogForm
          submitLabel={t('common.save')}
          isWorking={update.isPending}
          failure={
            update.isError ? `${t('lessons.saveFailed')} ${explainFailure(t, update.error)}` : undefined
          }
          error={update.error}
          onSubmit={() => void submit()}
          onCancel={requestClose}
        >
          <TextInput
            label={t('lessons.title')}
            required
            data-autofocus
            dir="auto"
            maxLength={300}
            error={messageOf(errors.title?.message)}
            {...register('title')}
          />
          <Textarea
            label={t('lessons.description')}
            dir="auto"
            autosize
            minRows={3}
            maxRows={12}
            error={messageOf(errors.description?.message)}
            {...register('description')}
          />
        </DialogForm>
      )}
    </FormDialog>
  );
}
