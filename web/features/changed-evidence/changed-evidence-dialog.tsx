import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChangedEvidence } from '#contract/changed-evidence.ts';
import type { Evidence } from '#contract/evidence.ts';
import { EvidenceChip } from '#web/ui/evidence-chip.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { explainFailure } from '#web/ui/word-message.ts';
import classes from './changed-evidence.module.css';
import { useDecideEvidence } from './changed-evidence.queries.ts';

const TITLE_ID = 'changed-evidence-intro';

/** Each line with its old and new words, and what can be done with it. */
export function ChangedEvidenceDialog({
  lessonId,
  items,
  onOpen,
  onClose,
}: {
  lessonId: number;
  items: readonly ChangedEvidence[];
  onOpen: ((evidence: Evidence) => void) | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const decide = useDecideEvidence(lessonId);
  return (
    <FormDialog title={t('changedEvidence.title')} isDirty={false} size="xl" onClose={onClose}>
      {() => (
        <Stack gap="md">
          <p id={TITLE_ID} tabIndex={-1} className={classes.intro}>
            {items.length === 0 ? t('changedEvidence.done') : t('changedEvidence.intro')}
          </p>
          {decide.isError && (
            <Failure message={explainFailure(t, decide.error, t('changedEvidence.failed'))} />
          )}
          <ul className={classes.list} aria-label={t('changedEvidence.title')}>
            {items.map((item) => (
              <ChangedLine
                key={item.key}
                item={item}
                place={
                  <EvidenceChip
                    lessonId={lessonId}
                    evidence={item.evidence.changed ?? item.evidence}
                    onOpen={onOpen}
                  />
                }
                running={
                  decide.isPending && decide.variables.key === item.key ? decide.variables.action : undefined
                }
                isDisabled={decide.isPending}
                onDecide={(action) => {
                  decide.mutate(
                    { key: item.key, action },
                    // The button is gone with its line.
                    { onSuccess: () => document.getElementById(TITLE_ID)?.focus() },
                  );
                }}
              />
            ))}
          </ul>
        </Stack>
      )}
    </FormDialog>
  );
}

type Action = ChangedEvidence['actions'][number];

function ChangedLine({
  item,
  place,
  running,
  isDisabled,
  onDecide,
}: {
  item: ChangedEvidence;
  /** Where the lesson has the new words, or had the old ones. */
  place: ReactNode;
  running: Action | undefined;
  isDisabled: boolean;
  onDecide: (action: Action) => void;
}) {
  const { t } = useTranslation();
  const { evidence, quiz, text } = item;
  return (
    <li className={classes.line}>
      <p className={classes.kind}>
        <bdi>{t(`changedEvidence.kinds.${item.kind}`, { quiz: quiz?.name ?? '' })}</bdi>
      </p>
      <p className={classes.text} dir="auto">
        {text}
      </p>
      <dl className={classes.words}>
        <dt>{t('changedEvidence.before')}</dt>
        <dd dir="auto">
          <del>{evidence.quote}</del>
        </dd>
        <dt>{t('changedEvidence.now')}</dt>
        <dd dir="auto">
          {evidence.changed == null ? (
            <Text c="dimmed" size="sm" span>
              {t('changedEvidence.nothingAlike')}
            </Text>
          ) : (
            evidence.changed.quote
          )}{' '}
          {place}
        </dd>
      </dl>
      <Group gap={8} align="stretch">
        {item.actions.map((action) => (
          <Button
            key={action}
            variant={action === 'remove' ? 'subtle' : 'default'}
            {...(action === 'remove' ? { color: 'red', c: 'var(--lectern-red)' } : {})}
            size="xs"
            aria-label={t(`changedEvidence.${action}Of`, { line: text })}
            loading={running === action}
            disabled={isDisabled && running !== action}
            onClick={() => onDecide(action)}
          >
            {t(`changedEvidence.${action}`)}
          </Button>
        ))}
      </Group>
    </li>
  );
}
