import { Text, TextInput } from '@mantine/core';
import { IconCheck, IconPencil, IconTrash, IconX } from '@tabler/icons-react';
import { useState, type KeyboardEvent, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Link } from '#web/ui/link.tsx';
import { explainFailure } from '#web/ui/word-message.ts';
import type { Conversation } from '#contract/assistant.ts';
import { paths } from '#web/ui/paths.ts';
import { TimeAgo } from '#web/ui/time-ago.tsx';
import { useTyped } from '#web/ui/typed-values.ts';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import classes from './conversations.module.css';
import { useRenameConversation } from './assistant.queries.ts';

export const deleteIdOf = (id: number): string => `delete-conversation-${id}`;
const renameIdOf = (id: number): string => `rename-conversation-${id}`;

/** As the contract has it; written again here, so that no schema is fetched for one number. */
const LONGEST_TITLE = 300;

/** A past conversation: a link to it, and what can be done with it. */
export function ConversationRow({
  conversation,
  isCurrent,
  onOpen,
  onDelete,
}: {
  conversation: Conversation;
  isCurrent: boolean;
  onOpen: () => void;
  onDelete: () => void;
}) {
  const { t } = useTranslation();
  const { id, title, updated_at: updatedAt } = conversation;
  const [isRenaming, setIsRenaming] = useState(false);
  const focus = useFocusRequest();
  const endRenaming = (): void => {
    setIsRenaming(false);
    focus(renameIdOf(id));
  };
  return (
    <li className={classes.conversation}>
      {isRenaming ? (
        <RenameForm conversation={conversation} onEnd={endRenaming} />
      ) : (
        <>
          <Link
            to={paths.conversation(id)}
            preventScrollReset
            className={classes.conversationOpen}
            aria-current={isCurrent || undefined}
            onClick={onOpen}
          >
            <bdi className={classes.conversationTitle}>{title}</bdi>
            <Text component="span" size="xs" c="dimmed">
              <TimeAgo instant={updatedAt} />
            </Text>
          </Link>
          <IconButton
            icon={IconPencil}
            id={renameIdOf(id)}
            size={32}
            label={t('assistant.renameNamed', { title })}
            onClick={() => setIsRenaming(true)}
          />
          <IconButton
            icon={IconTrash}
            id={deleteIdOf(id)}
            size={32}
            label={t('assistant.deleteNamed', { title })}
            onClick={onDelete}
          />
        </>
      )}
    </li>
  );
}

/** In place of the row: Enter saves, Escape leaves the title as it was. */
function RenameForm({
  conversation: { id, title },
  onEnd,
}: {
  conversation: Conversation;
  onEnd: () => void;
}) {
  const { t } = useTranslation();
  const [words, setWords] = useTyped(`conversation:${id}`, title);
  const rename = useRenameConversation();
  const isEmpty = words.trim() === '';
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isEmpty || rename.isPending) return;
    if (words.trim() === title) onEnd();
    else rename.mutate({ id, title: words.trim() }, { onSuccess: onEnd });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onEnd();
  };
  return (
    <form className={classes.renameForm} onSubmit={submit} onKeyDown={onKeyDown}>
      <TextInput
        size="xs"
        autoFocus
        dir="auto"
        className={classes.renameField}
        aria-label={t('assistant.conversationTitle')}
        maxLength={LONGEST_TITLE}
        value={words}
        error={
          isEmpty
            ? t('assistant.titleMissing')
            : rename.isError
              ? t('assistant.renameFailed', { reason: explainFailure(t, rename.error) })
              : undefined
        }
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget: { value } }) => setWords(value)}
      />
      <IconButton
        icon={IconCheck}
        type="submit"
        size={32}
        label={t('assistant.saveTitle')}
        loading={rename.isPending}
      />
      <IconButton icon={IconX} size={32} label={t('common.cancel')} onClick={onEnd} />
    </form>
  );
}
