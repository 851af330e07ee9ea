import { Button, Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Modal } from '#web/ui/modal.tsx';
import { paths } from '#web/ui/paths.ts';

interface Asked {
  readonly questionSetId: number;
  readonly draftCount: number;
  readonly count: number;
  readonly what: 'save' | 'rename' | 'export' | 'publish';
  readonly proceed: () => void;
}

/** Asks first if some questions are drafts that no one has accepted. */
export type AskAboutDrafts = (
  questionSetId: number,
  areDrafts: readonly boolean[],
  what: Asked['what'],
  proceed: () => void,
) => void;

/** For every place that saves, renames, exports or publishes a quiz. Also returns the dialog while it is open. */
export function useAskAboutDrafts(): [AskAboutDrafts, ReactNode] {
  const [asked, setAsked] = useState<Asked>();
  const ask: AskAboutDrafts = (questionSetId, areDrafts, what, proceed) => {
    const draftCount = areDrafts.filter(Boolean).length;
    if (draftCount === 0) proceed();
    else setAsked({ questionSetId, draftCount, count: areDrafts.length, what, proceed });
  };
  const close = (): void => setAsked(undefined);
  return [ask, asked !== undefined && <DraftsDialog {...asked} onClose={close} />];
}

function DraftsDialog({
  questionSetId,
  draftCount,
  count,
  what,
  proceed,
  onClose,
}: Asked & { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Modal opened onClose={onClose} title={t('quizzes.drafts.title')} size="md">
      <Text>{t('quizzes.drafts.question', { count: draftCount, total: count })}</Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button
          variant="default"
          onClick={() => {
            onClose();
            proceed();
          }}
        >
          {t(`quizzes.drafts.anyway.${what}`)}
        </Button>
        <Button
          data-autofocus
          onClick={() => {
            onClose();
            void navigate(paths.review(questionSetId));
          }}
        >
          {t('quizzes.drafts.review')}
        </Button>
      </Group>
    </Modal>
  );
}
