import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './studio.module.css';

/** Describes the field of a line. */
export const KEYS_HINT_ID = 'studio-keys-hint';

export function KeysHint() {
  const { t } = useTranslation();
  return (
    <Text id={KEYS_HINT_ID} size="xs" c="dimmed" className={classes.hint}>
      {t('studio.keysHint')}
    </Text>
  );
}
