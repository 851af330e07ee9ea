import { Button, Group, Text } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DiscoveredServices } from '#contract/language-model.ts';
import { request } from '#web/api-client/request.ts';
import { Failure } from '#web/ui/failure.tsx';
import { explainFailure } from '../section-frame.tsx';

export type FoundService = DiscoveredServices['services'][number];

const NAMES = { ollama: 'Ollama', 'openai-compatible': 'LM Studio' } as const;

/** Looks for Ollama and LM Studio once, when it is shown. @param isWanted whether to say so if none was found */
export function FoundServices({
  isWanted,
  onChoose,
}: {
  isWanted: boolean;
  onChoose: (service: FoundService) => void;
}) {
  const { t } = useTranslation();
  const { mutate, data, isPending, isError, error } = useMutation({
    mutationFn: () => request<DiscoveredServices>('POST', '/api/admin/language-model/discover/'),
  });
  const hasLooked = useRef(false);
  useEffect(() => {
    if (!hasLooked.current) mutate();
    hasLooked.current = true;
  }, [mutate]);
  const services = data?.services ?? [];
  if (!isWanted && services.length === 0) return null;
  return (
    <section aria-label={t('administration.languageModel.foundHere')}>
      <Text size="sm" role="status">
        {isPending && t('administration.languageModel.looking')}
        {data !== undefined &&
          t(
            services.length === 0
              ? 'administration.languageModel.foundNone'
              : 'administration.languageModel.foundHere',
          )}
      </Text>
      <Group gap="sm" mt={6}>
        {services.map((service) => (
          <Button
            key={`${service.provider} ${service.base_url}`}
            variant="light"
            onClick={() => onChoose(service)}
          >
            {t('administration.languageModel.useFound', {
              name: NAMES[service.provider],
              address: service.base_url.replace('http://', ''),
              count: service.models.length,
            })}
          </Button>
        ))}
        <Button
          variant="default"
          leftSection={<IconSearch size={17} aria-hidden />}
          loading={isPending}
          onClick={() => mutate()}
        >
          {t('administration.languageModel.lookAgain')}
        </Button>
      </Group>
      {isError && <Failure message={explainFailure(t, error)} error={error} />}
    </section>
  );
}
