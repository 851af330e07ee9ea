import { Group, NumberInput, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditStep } from '#contract/transcript-editing/edits.ts';
import type { Cue } from '#contract/transcript-editing/words-of-cue.ts';
import { DialogForm, FormDialog } from '#web/ui/form-dialog.tsx';
import { formatSeconds } from '#web/ui/format.ts';

const SCOPES = ['all', 'from_here', 'line'] as const;
type Scope = (typeof SCOPES)[number];

/** Moves lines in time, or gives one line another beginning and end. */
export function TimesDialog({
  cues,
  index,
  onEdit,
  onClose,
}: {
  cues: readonly Cue[];
  /** The line that was edited last. */
  index: number;
  /** False when the lines would overlap the order of the others, or begin before the recording. */
  onEdit: (steps: EditStep[]) => boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const cue = cues[index];
  const [scope, setScope] = useState<Scope>('all');
  const [seconds, setSeconds] = useState<number | string>(0);
  const [start, setStart] = useState<number | string>(cue?.start_second ?? 0);
  const [end, setEnd] = useState<number | string>(cue?.end_second ?? 0);
  const [isRefused, setIsRefused] = useState(false);
  const numbers = { seconds: Number(seconds), start: Number(start), end: Number(end) };
  const apply = (): void => {
    if (onEdit(listSteps({ cues, index, scope, ...numbers }))) onClose();
    else setIsRefused(true);
  };
  const isNothing =
    scope === 'line'
      ? numbers.start === cue?.start_second && numbers.end === cue.end_second
      : numbers.seconds === 0;
  return (
    <FormDialog title={t('studio.timesTitle')} size="md" onClose={onClose}>
      {(requestClose) => (
        <DialogForm
          submitLabel={t('studio.applyTimes')}
          isDisabled={isNothing}
          failure={isRefused ? t('studio.timesRefused') : undefined}
          onSubmit={apply}
          onCancel={requestClose}
        >
          <Radio.Group
            label={t('studio.timesScope')}
            value={scope}
            onChange={(value) => {
              setScope(SCOPES.find((each) => each === value) ?? 'all');
              setIsRefused(false);
            }}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="all" label={t('studio.scopeAll')} data-autofocus />
              <Radio
                value="from_here"
                label={t('studio.scopeFromHere', { time: formatSeconds(cue?.start_second ?? 0) })}
              />
              <Radio
                value="line"
                label={t('studio.scopeLine', { time: formatSeconds(cue?.start_second ?? 0) })}
              />
            </Stack>
          </Radio.Group>
          {scope === 'line' ? (
            <Group grow>
              <Seconds label={t('studio.begins')} value={start} onChange={setStart} />
              <Seconds label={t('studio.ends')} value={end} onChange={setEnd} />
            </Group>
          ) : (
            <Seconds
              label={t('studio.shiftBy')}
              description={t('studio.shiftByHelp')}
              value={seconds}
              onChange={setSeconds}
              allowNegative
            />
          )}
        </DialogForm>
      )}
    </FormDialog>
  );
}

function Seconds({
  allowNegative = false,
  ...properties
}: {
  label: string;
  description?: string;
  value: number | string;
  onChange: (value: number | string) => void;
  allowNegative?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <NumberInput
      {...properties}
      suffix={` ${t('studio.secondsUnit')}`}
      step={0.1}
      decimalScale={3}
      allowNegative={allowNegative}
      hideControls
    />
  );
}

function listSteps({
  cues,
  index,
  scope,
  seconds,
  start,
  end,
}: {
  cues: readonly Cue[];
  index: number;
  scope: Scope;
  seconds: number;
  start: number;
  end: number;
}): EditStep[] {
  const cue = cues[index];
  if (scope === 'line') {
    if (cue === undefined) return [];
    const insert = [{ ...cue, start_second: start, end_second: end }];
    return [{ kind: 'splice', at: index, remove: 1, insert }];
  }
  const from = scope === 'all' ? 0 : index;
  return [{ kind: 'shift', from, count: cues.length - from, seconds }];
}
