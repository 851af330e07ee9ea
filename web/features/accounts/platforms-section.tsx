import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { LtiIdentity } from '#contract/lti.ts';
import { request } from '#web/api-client/request.ts';
import { Failure } from '#web/ui/failure.tsx';
import { formatDate, formatDateTime } from '#web/ui/format.ts';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { showToast } from '#web/ui/show-toast.ts';
import { explainFailure } from '#web/ui/word-message.ts';
import classes from './account.module.css';

const IDENTITIES = ['account', 'learning-platforms'] as const;

/** The learning platforms that open the account; nothing where there is none. */
export function PlatformsSection() {
  const { t, i18n } = useTranslation();
  const queryClient = useQueryClient();
  const { data: identities = [] } = useQuery({
    queryKey: IDENTITIES,
    queryFn: ({ signal }) => request<LtiIdentity[]>('GET', '/api/lti/identities/', { signal }),
  });
  const unlinking = useMutation({
    mutationFn: (id: number) => request('DELETE', `/api/lti/identities/${id}/`),
    onSuccess: async () => {
      showToast('success', t('account.platformUnlinked'));
      await queryClient.invalidateQueries({ queryKey: IDENTITIES });
    },
  });
  if (identities.length === 0) return null;
  return (
    <SettingsSection id="platforms-heading" title={t('account.platforms')} text={t('account.platformsText')}>
      <ul className={classes.list}>
        {identities.map((identity) => (
          <li key={`${identity.platform_id} ${identity.subject}`} className={classes.row}>
            <div className={classes.rowText}>
              <div className={classes.rowTitle}>
                <bdi>{identity.platform_name}</bdi>
              </div>
              <ul className={classes.facts}>
                <li>
                  {t('account.lastUsed', { date: formatDateTime(identity.last_used_at, i18n.language) })}
                </li>
                <li>
                  {t('account.platformLinkedOn', { date: formatDate(identity.created_at, i18n.language) })}
                </li>
              </ul>
            </div>
            <Button
              variant="default"
              size="xs"
              loading={unlinking.isPending}
              aria-label={t('account.unlinkPlatformNamed', { name: identity.platform_name })}
              onClick={() => unlinking.mutate(identity.platform_id)}
            >
              {t('account.unlinkPlatform')}
            </Button>
          </li>
        ))}
      </ul>
      {unlinking.isError && <Failure message={explainFailure(t, unlinking.error)} error={unlinking.error} />}
    </SettingsSection>
  );
}
