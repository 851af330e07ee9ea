import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SearchScope } from '#contract/search.ts';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { request } from '#web/api-client/request.ts';
import classes from './assistant.module.css';

/** Questions that the chosen lessons answer, to begin with. */
export function Suggestions({
  scope,
  onPick,
}: {
  scope: SearchScope | null;
  onPick: (question: string) => void;
}) {
  const { t } = useTranslation();
  const parameters = new URLSearchParams(
    Object.entries(scope ?? {}).map(([name, id]) => [name, String(id)] as [string, string]),
  );
  const { data = [] } = useQuery({
    queryKey: queryKeys.suggestions(parameters.toString()),
    queryFn: ({ signal }) =>
      request<string[]>('GET', `/api/assistant/suggestions/?${parameters.toString()}`, { signal }),
  });
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="suggestions">
      <Text size="sm" c="dimmed" mb={8} id="suggestions">
        {t('assistant.suggestions')}
      </Text>
      <Group gap={8} align="stretch">
        {data.map((question) => (
          <Button
            key={question}
            variant="default"
            className={classes.choice}
            onClick={() => onPick(question)}
          >
            <bdi>{question}</bdi>
          </Button>
        ))}
      </Group>
    </section>
  );
}
