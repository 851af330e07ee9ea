import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { GlossaryTerm } from '#contract/glossary.ts';
import { Failure } from '#web/ui/failure.tsx';
import { explainFailure } from '#web/ui/word-message.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useSaveTerm } from './glossary.queries.ts';
import { GLOSSARY_TERM_LONGEST } from './limits.ts';
import { splitTerms } from './split-terms.ts';

export function EditTermDialog({ term: saved, onClose }: { term: GlossaryTerm; onClose: () => void }) {
  const { t } = useTranslation();
  const savedMisheard = saved.misheard_as.join(', ');
  const [term, setTerm] = useState(saved.term);
  const [misheard, setMisheard] = useState(savedMisheard);
  const save = useSaveTerm(saved.course_id, saved.id);
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    save.mutate({ term: term.trim(), misheard_as: splitTerms(misheard) }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={t('glossary.editTitle')}
      isDirty={term !== saved.term || misheard !== savedMisheard}
      size="md"
      onClose={onClose}
    >
      {(requestClose) => (
        <form onSubmit={onSubmit} noValidate>
          <Stack gap="md">
            <TextInput
              label={t('glossary.term')}
              required
              data-autofocus
              dir="auto"
              maxLength={GLOSSARY_TERM_LONGEST}
              value={term}
              onChange={({ currentTarget }) => setTerm(currentTarget.value)}
            />
            <TextInput
              label={t('glossary.misheardAs')}
              description={t('glossary.misheardHint')}
              dir="auto"
              value={misheard}
              onChange={({ currentTarget }) => setMisheard(currentTarget.value)}
            />
            <div>
              {save.isError && <Failure message={explainFailure(t, save.error, t('glossary.editFailed'))} />}
              <Group justify="flex-end">
                <Button variant="default" onClick={requestClose}>
                  {t('common.cancel')}
                </Button>
                <Button type="submit" loading={save.isPending}>
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
