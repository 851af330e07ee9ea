import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Says that a text lost characters before it was uploaded, and what to do; nothing about any other text. */
export function LostCharactersNote({ text, margin = 0 }: { text: string; margin?: 'md' | 0 }) {
  const { t } = useTranslation();
  const count = text.split('\uFFFD').length - 1;
  if (count === 0) return null;
  return (
    <Alert color="yellow" role="note" icon={<IconAlertTriangle aria-hidden />} m={margin} mb="md">
      {t('lessons.lostCharacters', { count })}
    </Alert>
  );
}
