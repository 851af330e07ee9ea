import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Marks a question that no one has accepted or edited yet. */
export function DraftBadge() {
  const { t } = useTranslation();
  return (
    <Badge variant="outline" color="lapis" size="md" tt="none" fw={600} style={{ borderStyle: 'dashed' }}>
      {t('quizzes.draft')}
    </Badge>
  );
}
