import { Button, Group, TextInput } from '@mantine/core';
import { useId, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { GLOSSARY_TERM_LONGEST } from './limits.ts';
import { Failure } from '#web/ui/failure.tsx';
import { explainFailure } from '#web/ui/word-message.ts';
import classes from './glossary.module.css';
import { useSaveTerm } from './glossary.queries.ts';
import { splitTerms } from './split-terms.ts';

/** Adds a term. The focus stays in the field, for the next one. */
export function AddTermForm({ courseId }: { courseId: number }) {
  const { t } = useTranslation();
  const fieldId = useId();
  const [term, setTerm] = useState('');
  const [misheard, setMisheard] = useState('');
  const save = useSaveTerm(courseId);
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    document.getElementById(fieldId)?.focus();
    if (term.trim() === '') return;
    save.mutate(
      { term: term.trim(), misheard_as: splitTerms(misheard) },
      {
        onSuccess: () => {
          setTerm('');
          setMisheard('');
        },
      },
    );
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <div className={classes.form}>
        <TextInput
          id={fieldId}
          label={t('glossary.term')}
          dir="auto"
          maxLength={GLOSSARY_TERM_LONGEST}
          value={term}
          onChange={({ currentTarget }) => setTerm(currentTarget.value)}
        />
        <TextInput
          label={t('glossary.misheardAs')}
          description={t('glossary.misheardHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          dir="auto"
          value={misheard}
          onChange={({ currentTarget }) => setMisheard(currentTarget.value)}
        />
        <Button type="submit" loading={save.isPending} className={classes.submit}>
          {t('glossary.add')}
        </Button>
      </div>
      {save.isError && (
        <Group mt="sm">
          <Failure message={explainFailure(t, save.error, t('glossary.addFailed'))} />
        </Group>
      )}
    </form>
  );
}
