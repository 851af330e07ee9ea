import { Text } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Lesson } from '../../../contract/lessons.ts';
import { DOUBTFUL_CONFIDENCE, type RecognizedPageList } from '../../../contract/recognition.ts';
import classes from './content.module.css';
import { useRecognizedPages } from './recognition.queries.ts';

const MOST_NAMED_PAGES = 12;

/** Says that text of this document was recognized in pictures, and which pages want a second look. */
export function RecognitionNote({ lesson }: { lesson: Lesson }) {
  const { t } = useTranslation();
  const { data: pages = [] } = useRecognizedPages(lesson);
  if (pages.length === 0) return null;
  const doubtful = listPages(pages, (page) => page.is_readable && page.confidence < DOUBTFUL_CONFIDENCE);
  const unread = listPages(pages, (page) => !page.is_readable);
  return (
    <div className={classes.recognition} role="note">
      <IconScan size={18} stroke={1.7} aria-hidden />
      <Text size="sm">
        {t('lessons.recognized')}
        {doubtful !== '' && ` ${t('lessons.recognizedDoubtful', { pages: doubtful })}`}
        {unread !== '' && ` ${t('lessons.recognizedUnread', { pages: unread })}`}
      </Text>
    </div>
  );
}

/** Such as "3, 7, 12", and "…" for the rest of many. */
function listPages(
  pages: RecognizedPageList,
  isMeant: (page: RecognizedPageList[number]) => boolean,
): string {
  const numbers = pages.filter(isMeant).map(({ page }) => page);
  const named = numbers.slice(0, MOST_NAMED_PAGES).join(', ');
  return numbers.length > MOST_NAMED_PAGES ? `${named}, …` : named;
}
