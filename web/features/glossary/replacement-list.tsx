import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TranscriptReplacement } from '#contract/glossary.ts';
import { formatDateTime } from '#web/ui/format.ts';
import classes from './glossary.module.css';
import { quoteTerms } from './split-terms.ts';
import type { Undo } from './use-undo.ts';

/** The latest replacements in the transcripts of a course. */
export function ReplacementList({
  replacements,
  undo,
}: {
  replacements: readonly TranscriptReplacement[];
  undo: Undo;
}) {
  const { t, i18n } = useTranslation();
  return (
    <ul className={classes.list} aria-label={t('glossary.replacements')}>
      {replacements.map((each) => {
        const name = t('glossary.replacementOf', {
          find: quoteTerms(each.find, i18n.language),
          replacement: `“${each.replacement}”`,
        });
        return (
          <li key={each.id} className={classes.row}>
            <div>
              <h3 className={classes.title} dir="auto">
                {name}
              </h3>
              <p className={classes.facts}>
                {t('glossary.replacementFacts', {
                  count: each.count,
                  transcripts: t('glossary.transcriptCount', { count: each.lesson_count }),
                  time: formatDateTime(each.created_at, i18n.language),
                })}
              </p>
            </div>
            <div className={classes.actions}>
              {each.is_undone ? (
                <Text size="sm" c="dimmed">
                  {t('glossary.isUndone')}
                </Text>
              ) : (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={t('glossary.undoOf', { name })}
                  loading={undo.runningId === each.id}
                  onClick={() => void undo.start(each)}
                >
                  {t('glossary.undo')}
                </Button>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
