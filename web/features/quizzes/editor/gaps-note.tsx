import { Alert, Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { QuestionGaps } from './list-gaps.ts';
import classes from './editor.module.css';

/** The questions to complete before publishing, with links to each. */
export function GapsNote({
  gaps,
  isEmpty,
  onShow,
  onClose,
}: {
  gaps: readonly QuestionGaps[];
  isEmpty: boolean;
  onShow: (questionKey: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  if (gaps.length === 0 && !isEmpty) return null;
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      mb="sm"
      withCloseButton
      closeButtonLabel={t('common.close')}
      onClose={onClose}
    >
      <Text size="sm" fw={500}>
        {t(isEmpty ? 'editor.publishEmpty' : 'editor.publishIncomplete')}
      </Text>
      <ul className={classes.gaps}>
        {gaps.map((each) => (
          <li key={each.key}>
            <Button variant="subtle" size="compact-sm" onClick={() => onShow(each.key)}>
              {t('quizzes.questionNumber', { number: each.number })}
            </Button>{' '}
            <Text component="span" size="sm">
              {each.gaps.map((gap) => t(`editor.gaps.${gap}`)).join(' ')}
            </Text>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
