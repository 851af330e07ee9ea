import { NumberInput, Radio, Stack } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdministeredAccount } from '#contract/administration.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useTyped } from '#web/ui/typed-values.ts';
import { formatBytes } from '#web/ui/format.ts';
import { useChangeAccount } from './administration.queries.ts';
import { FormActions } from './form-actions.tsx';

/** As sizes are shown everywhere in the app. */
const GIGABYTE = 1e9;
const MOST_GIGABYTES = 1_000_000;

/** Sets the storage limit of an account: the default of the installation or a separate one. */
export function QuotaDialog({
  account: { id, email, storage_quota_bytes: present },
  defaultBytes,
  onSaved,
  onClose,
}: {
  account: AdministeredAccount;
  defaultBytes: number;
  /** Given the limit before. */
  onSaved: (before: number | null) => void;
  onClose: () => void;
}) {
  const { t, i18n } = useTranslation();
  const initial = Math.round(((present ?? defaultBytes) / GIGABYTE) * 1000) / 1000;
  const [{ isOwn, gigabytes }, setTyped] = useTyped<{ isOwn: boolean; gigabytes: number | string }>(
    `quota:${id}`,
    { isOwn: present !== null, gigabytes: initial },
  );
  const [isMissing, setIsMissing] = useState(false);
  const change = useChangeAccount(id);
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const isInvalid = isOwn && typeof gigabytes !== 'number';
    setIsMissing(isInvalid);
    if (isInvalid) return;
    const bytes = isOwn ? Math.round(Number(gigabytes) * GIGABYTE) : null;
    change.mutate(
      { storage_quota_bytes: bytes },
      {
        onSuccess: () => {
          onSaved(present);
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('administration.one.quotaTitle', { email })}
      isDirty={isOwn !== (present !== null) || (isOwn && gigabytes !== initial)}
      size="md"
      onClose={onClose}
    >
      {(requestClose) => (
        <form onSubmit={onSubmit} noValidate>
          <Stack gap="md">
            <Radio.Group
              aria-label={t('administration.one.storage')}
              value={isOwn ? 'own' : 'default'}
              onChange={(value) => setTyped({ isOwn: value === 'own', gigabytes })}
            >
              <Stack gap="sm">
                <Radio
                  value="default"
                  label={t('administration.one.quotaDefault', {
                    size: formatBytes(defaultBytes, i18n.language),
                  })}
                />
                <Radio value="own" label={t('administration.one.quotaOwn')} />
              </Stack>
            </Radio.Group>
            {isOwn && (
              <NumberInput
                label={t('administration.one.quotaGigabytes')}
                description={t('administration.one.quotaHelp')}
                min={0}
                max={MOST_GIGABYTES}
                decimalScale={3}
                allowNegative={false}
                data-autofocus
                value={gigabytes}
                error={isMissing ? t('administration.one.quotaMissing') : undefined}
                onChange={(value) => setTyped({ isOwn, gigabytes: value })}
              />
            )}
            <FormActions
              submitLabel={t('common.save')}
              isWorking={change.isPending}
              error={change.error}
              onCancel={requestClose}
            />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
