import { Alert, Button, Group, Text } from '@mantine/core';
import { IconGitMerge } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { explainFailure } from '#web/ui/word-message.ts';
import type { QuestionEditing } from './use-question-editing.ts';

/** Asks which version to keep after another tab edited the same quiz. */
export function ConflictNote({ editing }: { editing: QuestionEditing }) {
  const { t } = useTranslation();
  const keepMine = useMutation({ mutationFn: editing.keepMine });
  const takeTheirs = useMutation({ mutationFn: editing.takeTheirs });
  const error = keepMine.error ?? takeTheirs.error;
  return (
    <Alert role="alert" color="red" variant="light" icon={<IconGitMerge aria-hidden />} mb="sm">
      <Text size="sm" mb="sm">
        {t('editor.conflict')}
      </Text>
      {error !== null && (
        <Text size="sm" mb="sm">
          {explainFailure(t, error)}
        </Text>
      )}
      <Group gap="sm">
        <Button variant="default" size="xs" loading={keepMine.isPending} onClick={() => keepMine.mutate()}>
          {t('editor.keepMine')}
        </Button>
        <Button
          variant="default"
          size="xs"
          loading={takeTheirs.isPending}
          onClick={() => takeTheirs.mutate()}
        >
          {t('editor.takeTheirs')}
        </Button>
      </Group>
    </Alert>
  );
}
