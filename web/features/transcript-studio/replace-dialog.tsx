import { Checkbox, Group, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditStep } from '#contract/transcript-editing/edits.ts';
import type { Cue } from '#contract/transcript-editing/words-of-cue.ts';
import { DialogForm, FormDialog } from '#web/ui/form-dialog.tsx';
import { formatSeconds } from '#web/ui/format.ts';
import { listReplacements, stepsOfReplacements, type Replacement } from './find-replace.ts';
import classes from './studio.module.css';

/** The rest is replaced too, but no one would read all of it in the preview. */
const MOST_SHOWN = 200;

/** Find and replace: shows each line as it is and as it would be, and leaves out those that are not chosen. */
export function ReplaceDialog({
  cues,
  onReplace,
  onClose,
}: {
  cues: readonly Cue[];
  onReplace: (steps: EditStep[], lineCount: number) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [options, setOptions] = useState({ find: '', replacement: '', matchesCase: false, wholeWords: true });
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const found = useMemo(() => listReplacements(cues, options), [cues, options]);
  const chosen = found.filter(({ index }) => !left.has(index));
  const change = (changed: Partial<typeof options>): void => {
    setOptions({ ...options, ...changed });
    setLeft(new Set());
  };
  const toggle = (index: number): void => {
    const next = new Set(left);
    if (!next.delete(index)) next.add(index);
    setLeft(next);
  };
  return (
    <FormDialog title={t('studio.replaceTitle')} onClose={onClose}>
      {(requestClose) => (
        <DialogForm
          submitLabel={t('studio.replaceLines', { count: chosen.length })}
          isDisabled={chosen.length === 0}
          onSubmit={() => onReplace(stepsOfReplacements(cues, chosen), chosen.length)}
          onCancel={requestClose}
        >
          <TextInput
            label={t('studio.find')}
            dir="auto"
            data-autofocus
            value={options.find}
            onChange={(event) => change({ find: event.currentTarget.value })}
          />
          <TextInput
            label={t('studio.replaceWith')}
            dir="auto"
            value={options.replacement}
            onChange={(event) => change({ replacement: event.currentTarget.value })}
          />
          <Group gap="lg">
            <Checkbox
              label={t('studio.matchCase')}
              checked={options.matchesCase}
              onChange={(event) => change({ matchesCase: event.currentTarget.checked })}
            />
            <Checkbox
              label={t('studio.wholeWords')}
              checked={options.wholeWords}
              onChange={(event) => change({ wholeWords: event.currentTarget.checked })}
            />
          </Group>
          <Text size="sm" c="dimmed" role="status">
            {options.find.trim() === '' ? '' : t('studio.linesFound', { count: found.length })}
          </Text>
          {found.length > 0 && (
            <ul className={classes.replacements} aria-label={t('studio.preview')} tabIndex={0}>
              {found.slice(0, MOST_SHOWN).map((each) => (
                <li key={each.index}>
                  <Checkbox
                    checked={!left.has(each.index)}
                    onChange={() => toggle(each.index)}
                    label={<Change {...each} time={formatSeconds(cues[each.index]?.start_second ?? 0)} />}
                  />
                </li>
              ))}
              {found.length > MOST_SHOWN && (
                <li>
                  <Text size="sm" c="dimmed">
                    {t('studio.moreLines', { count: found.length - MOST_SHOWN })}
                  </Text>
                </li>
              )}
            </ul>
          )}
        </DialogForm>
      )}
    </FormDialog>
  );
}

function Change({ before, after, spans, time }: Replacement & { time: string }) {
  return (
    <span className={classes.change}>
      <span className={classes.changeTime}>{time}</span>
      <del dir="auto">
        {spans.map(({ start, end }, index) => (
          <span key={start}>
            {before.slice(spans[index - 1]?.end ?? 0, start)}
            <strong>{before.slice(start, end)}</strong>
          </span>
        ))}
        {before.slice(spans.at(-1)?.end ?? 0)}
      </del>
      <ins dir="auto">{after}</ins>
    </span>
  );
}
