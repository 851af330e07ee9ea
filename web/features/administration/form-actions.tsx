import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Failure } from '#web/ui/failure.tsx';
import { explainFailure } from './explain-failure.ts';

/** The end of a form in a dialog: why it failed, Cancel, and the button that sends it. */
export function FormActions({
  submitLabel,
  isWorking,
  error,
  isDangerous = false,
  onCancel,
}: {
  submitLabel: string;
  isWorking: boolean;
  /** Null while it has not failed. */
  error: Error | null;
  isDangerous?: boolean;
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div>
      {error !== null && <Failure message={explainFailure(t, error)} error={error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={isWorking} {...(isDangerous ? { color: 'red' } : {})}>
          {submitLabel}
        </Button>
      </Group>
    </div>
  );
}
