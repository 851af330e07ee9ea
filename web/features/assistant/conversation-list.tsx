import { Button, Text, Title } from '@mantine/core';
import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useNavigate } from 'react-router';
import type { Conversation } from '#contract/assistant.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Link } from '#web/ui/link.tsx';
import { paths } from '#web/ui/paths.ts';
import { ShowOlder } from '#web/ui/show-older.tsx';
import { Skeletons } from '#web/ui/skeletons.tsx';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import classes from './conversations.module.css';
import { useConversations, useDeleteConversation } from './assistant.queries.ts';
import { ConversationRow, deleteIdOf } from './conversation-row.tsx';

const NEW_ID = 'new-conversation';
const LIST_ID = 'conversations';
const TOGGLE_ID = 'show-conversations';

/** Past conversations: opened again, renamed, or deleted. On a small screen they are folded away. */
export function ConversationList({ currentId }: { currentId: number | undefined }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const [doomed, setDoomed] = useState<Conversation>();
  const conversations = useConversations();
  const remove = useDeleteConversation();
  const focus = useFocusRequest();
  const navigate = useNavigate();
  /** On a small screen the conversation is what one wants to see, not the list. */
  const fold = (): void => {
    if (!isOpen) return;
    setIsOpen(false);
    focus(TOGGLE_ID);
  };
  const closeDialog = (): void => {
    setDoomed(undefined);
    remove.reset();
    if (doomed !== undefined) focus(deleteIdOf(doomed.id));
  };
  const confirm = (id: number): void =>
    remove.mutate(id, {
      onSuccess: () => {
        if (id === currentId) void navigate(paths.chat, { preventScrollReset: true });
        setDoomed(undefined);
        focus(NEW_ID);
      },
    });
  return (
    <aside className={classes.aside} aria-labelledby="conversations-title">
      <div className={classes.asideHead}>
        <Title order={2} size="h3" id="conversations-title">
          {t('assistant.conversations')}
        </Title>
        <Button
          id={NEW_ID}
          variant="default"
          size="xs"
          component={Link}
          to={paths.chat}
          preventScrollReset
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          {t('assistant.newConversation')}
        </Button>
        <IconButton
          icon={IconChevronDown}
          id={TOGGLE_ID}
          className={classes.asideToggle}
          label={t('assistant.showConversations')}
          aria-expanded={isOpen}
          aria-controls={LIST_ID}
          onClick={() => setIsOpen(!isOpen)}
        />
      </div>
      <div id={LIST_ID} className={classes.asideList} data-open={isOpen || undefined}>
        <WhenLoaded
          query={conversations}
          failure={t('assistant.conversationsFailed')}
          loading={<Skeletons label={t('assistant.loadingConversations')} heights={[44, 44]} />}
        />
        {conversations.data?.length === 0 && (
          <Text size="sm" c="dimmed" mt="xs">
            {t('assistant.noConversations')}
          </Text>
        )}
        <ul className={classes.conversations}>
          {conversations.data?.map((conversation) => (
            <ConversationRow
              key={conversation.id}
              conversation={conversation}
              isCurrent={conversation.id === currentId}
              onOpen={fold}
              onDelete={() => setDoomed(conversation)}
            />
          ))}
        </ul>
        <ShowOlder list={conversations} />
      </div>
      {doomed !== undefined && (
        <ConfirmDialog
          title={t('assistant.deleteTitle')}
          text={t('assistant.deleteText', { title: doomed.title })}
          confirmLabel={t('assistant.deleteConversation')}
          isWorking={remove.isPending}
          failure={remove.isError ? t('assistant.deleteFailed') : undefined}
          error={remove.error}
          onConfirm={() => confirm(doomed.id)}
          onClose={closeDialog}
        />
      )}
    </aside>
  );
}
