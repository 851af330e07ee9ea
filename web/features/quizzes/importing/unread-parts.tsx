import { Group, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { UnreadPart } from '#contract/quiz-import.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Place } from './previewed-item.tsx';
import classes from './importing.module.css';

/** What of a file becomes no question, each with its place, the reason, and its text to copy. */
export function UnreadParts({ parts }: { parts: readonly UnreadPart[] }) {
  const { t } = useTranslation();
  const words = {
    copied: t('imports.copied'),
    notCopied: t('imports.notCopied'),
    notCopiedHelp: t('imports.notCopiedHelp'),
  };
  return (
    <section className={classes.unread} aria-labelledby="unread-parts">
      <Title order={4} id="unread-parts">
        {t('imports.unreadTitle', { count: parts.length })}
      </Title>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t('imports.unreadHint')}</Text>
        <CopyButton
          label={t('imports.copyAll')}
          words={words}
          read={() => parts.map(({ text }) => text).join('\n\n')}
        />
      </Group>
      <ul className={classes.items}>
        {parts.map((part, index) => (
          <li key={index} className={classes.part}>
            <details>
              <summary>
                <strong>{t(`imports.reasons.${part.reason}`)}</strong>
                {part.detail !== null && part.detail !== '' && (
                  <code className={classes.detail}>{part.detail}</code>
                )}{' '}
                <Text span size="sm" c="dimmed">
                  <Place place={part.place} />
                </Text>
              </summary>
              {/* Focusable, since a long text scrolls. */}
              <pre className={classes.source} dir="auto" tabIndex={0}>
                {part.text}
              </pre>
              <CopyButton label={t('imports.copy')} words={words} read={() => part.text} />
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}
