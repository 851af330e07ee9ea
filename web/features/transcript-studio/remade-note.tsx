import { Alert, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './studio.module.css';

export function RemadeNote({
  remadeCount,
  lost,
  onClose,
}: {
  remadeCount: number;
  lost: readonly string[];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Alert
      color={lost.length === 0 ? 'blue' : 'yellow'}
      role="status"
      m="sm"
      withCloseButton
      closeButtonLabel={t('common.close')}
      onClose={onClose}
    >
      <Stack gap="xs">
        {remadeCount > 0 && <Text size="sm">{t('studio.remade', { count: remadeCount })}</Text>}
        {lost.length > 0 && (
          <>
            <Text size="sm">{t('studio.lost', { count: lost.length })}</Text>
            <ul className={classes.lost}>
              {lost.map((text, index) => (
                <li key={index} dir="auto">
                  {text}
                </li>
              ))}
            </ul>
          </>
        )}
      </Stack>
    </Alert>
  );
}
