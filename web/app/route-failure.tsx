import '../ui/component-styles.css';
import { Button, Container, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from '../ui/link.tsx';
import { paths } from '../ui/paths.ts';

/** Drawn in place of a screen that broke, or whose code could not be fetched. */
export function RouteFailure({ error }: { error: unknown }) {
  const { t } = useTranslation();
  return (
    <Container size="sm" py="xl" component="main" role="alert">
      <Stack align="flex-start" gap="md">
        <Title order={1}>{t('common.screenBroke')}</Title>
        <Text>{t('common.screenBrokeHelp')}</Text>
        <Group>
          <Button onClick={() => window.location.reload()}>{t('common.loadAgain')}</Button>
          <Button component={Link} to={paths.courses} variant="default">
            {t('layout.myCourses')}
          </Button>
        </Group>
        {error instanceof Error && (
          <Text size="xs" c="dimmed" dir="auto">
            {error.message}
          </Text>
        )}
      </Stack>
    </Container>
  );
}
