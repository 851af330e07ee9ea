import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { explainFailure } from '#web/ui/word-message.ts';
import type { QuestionSet } from '#contract/quizzes.ts';
import { DialogForm, FormDialog } from '#web/ui/form-dialog.tsx';
import { useTyped } from '#web/ui/typed-values.ts';
import { useRenameQuestionSet } from './quizzes.queries.ts';

export function RenameQuizDialog({ set, onClose }: { set: QuestionSet; onClose: () => void }) {
  const { t } = useTranslation();
  const rename = useRenameQuestionSet();
  const [name, setName] = useTyped(`quiz-name:${set.id}`, set.name);
  const [wasTried, setWasTried] = useState(false);
  const isBlank = name.trim() === '';
  const submit = (): void => {
    setWasTried(true);
    if (!isBlank) rename.mutate({ id: set.id, name: name.trim() }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={t('quizzes.renameTitle')}
      size="md"
      isDirty={name !== set.name && !rename.isSuccess}
      onClose={onClose}
    >
      {(requestClose) => (
        <DialogForm
          submitLabel={t('common.save')}
          isWorking={rename.isPending}
          failure={rename.isError ? explainFailure(t, rename.error) : undefined}
          error={rename.error}
          onSubmit={submit}
          onCancel={requestClose}
        >
          <TextInput
            label={t('quizzes.name')}
            required
            data-autofocus
            dir="auto"
            maxLength={300}
            value={name}
            error={wasTried && isBlank ? t('quizzes.invalid.name') : undefined}
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
        </DialogForm>
      )}
    </FormDialog>
  );
}
