import { Button, Group, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { explainFailure } from '#web/ui/word-message.ts';
import type { QuestionSet } from '#contract/quizzes.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useTyped } from '#web/ui/typed-values.ts';
import { useRenameQuestionSet } from './quizzes.queries.ts';

export function RenameQuizDialog({ set, onClose }: { set: QuestionSet; onClose: () => void }) {
  const { t } = useTranslation();
  const rename = useRenameQuestionSet();
  const [name, setName] = useTyped(`quiz-name:${set.id}`, set.name);
  const [wasTried, setWasTried] = useState(false);
  const isBlank = name.trim() === '';
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
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
        <form noValidate onSubmit={submit}>
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
          {rename.isError && <Failure message={explainFailure(t, rename.error)} error={rename.error} />}
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={requestClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={rename.isPending}>
              {t('common.save')}
            </Button>
          </Group>
        </form>
      )}
    </FormDialog>
  );
}
