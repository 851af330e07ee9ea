import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconSearch, IconUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from '#web/ui/link.tsx';
import { openSearch } from '#web/ui/open-search.ts';
import { paths } from '#web/ui/paths.ts';
import type { AnswerHandlers } from './answer-actions.tsx';
import { keyOfPlace, type AnswerTurn } from './answer-turn.ts';
import classes from './answer.module.css';
import { CitedSentence, placeOf } from './cited-sentence.tsx';

/** The lessons do not answer: says so, shows what comes nearest, and where else to look. */
export function NothingFound({
  id,
  turn,
  isLast,
  handlers,
}: {
  id: number;
  turn: AnswerTurn;
  isLast: boolean;
  handlers: AnswerHandlers;
}) {
  const { t } = useTranslation();
  const isNarrow = turn.scope?.course_id !== undefined || turn.scope?.lesson_id !== undefined;
  return (
    <>
      <Text>{t(isNarrow ? 'assistant.nothingFoundHere' : 'assistant.nothingFound')}</Text>
      {turn.nearest.length > 0 && (
        <div className={classes.nearest}>
          <p className={classes.nearestTitle} id={`nearest-${id}`}>
            {t('assistant.nearest')}
          </p>
          <ul aria-labelledby={`nearest-${id}`}>
            {turn.nearest.map((citation) => (
              <li key={keyOfPlace(citation)}>
                <span className={classes.nearestQuote} dir="auto">
                  <CitedSentence text={citation.evidence.quote} places={[placeOf(citation)]} />
                </span>
                <Anchor
                  component={Link}
                  to={paths.lesson(citation.lesson_id)}
                  size="xs"
                  className={classes.nearestLesson}
                >
                  <bdi>{citation.lesson_title}</bdi>
                </Anchor>
              </li>
            ))}
          </ul>
        </div>
      )}
      {isLast && (
        <Group gap={8} align="stretch">
          {isNarrow ? (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
              onClick={() => handlers.onTryAgain(id, { scope: null })}
            >
              {t('assistant.askEverywhere')}
            </Button>
          ) : (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
              onClick={() => openSearch(turn.question)}
            >
              {t('assistant.searchLessons')}
            </Button>
          )}
          <Button
            component={Link}
            to={paths.upload}
            variant="default"
            size="xs"
            leftSection={<IconUpload size={16} stroke={1.7} aria-hidden />}
          >
            {t('assistant.uploadLesson')}
          </Button>
        </Group>
      )}
    </>
  );
}
