import { Button, Textarea } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import type { KeyboardEvent, SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './assistant.module.css';
import type { AssistantChat } from './use-assistant-chat.ts';

const LONGEST_TEXT = 4_000;
export const COMPOSER_ID = 'assistant-composer';

/** Where one writes: Enter sends, Shift and Enter begins a line. */
export function Composer({ chat }: { chat: AssistantChat }) {
  const { t } = useTranslation();
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    chat.send();
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    chat.send();
  };
  return (
    <form className={classes.composer} onSubmit={submit}>
      <Textarea
        id={COMPOSER_ID}
        className={classes.composerField}
        aria-label={t('assistant.message')}
        placeholder={t('assistant.placeholder')}
        autosize
        minRows={1}
        maxRows={6}
        dir="auto"
        maxLength={LONGEST_TEXT}
        value={chat.draft}
        onChange={({ currentTarget: { value } }) => chat.setDraft(value)}
        onKeyDown={onKeyDown}
      />
      <Button
        type="submit"
        size="md"
        loading={chat.isAnswering}
        aria-disabled={chat.draft.trim() === ''}
        leftSection={<IconSend size={18} stroke={1.6} aria-hidden />}
      >
        {t('assistant.send')}
      </Button>
    </form>
  );
}
