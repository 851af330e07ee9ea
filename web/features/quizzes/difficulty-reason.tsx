import { ActionIcon, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FloatingCard } from '#web/ui/hover-card.tsx';
import { wordMessage } from '#web/ui/word-message.ts';
import { wordDifficultyReason } from '#contract/messages/difficulty-reasons.ts';
import type { Message } from '#contract/messages/message.ts';
import type { Difficulty } from '#contract/quizzes.ts';

/** Why a question is as hard as it is, behind a button: a tooltip would be out of reach on a touch screen. */
export function DifficultyReason({
  difficulty,
  reason,
  label,
}: {
  difficulty: Difficulty;
  reason: Message;
  /** Says which question's difficulty it is. */
  label: string;
}) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <ActionIcon
        ref={button}
        variant="subtle"
        color="gray"
        size={24}
        aria-label={label}
        aria-expanded={isOpen}
        // While it is open, Escape is for it and not for the dialog around.
        data-mantine-stop-propagation={isOpen}
        onClick={({ currentTarget }) => {
          // Safari does not focus a clicked button, which then would never lose the focus.
          currentTarget.focus();
          setIsOpen(!isOpen);
        }}
        onBlur={() => setIsOpen(false)}
      >
        <IconInfoCircle size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
      {isOpen && (
        <FloatingCard findTarget={() => button.current} onClose={() => setIsOpen(false)}>
          <div role="status">
            <Text size="sm" fw={600}>
              {t('quizzes.looks', { difficulty: t(`quizzes.difficulties.${difficulty}`) })}
            </Text>
            <Text size="sm">{wordMessage(t, reason, wordDifficultyReason(reason))}</Text>
          </div>
        </FloatingCard>
      )}
    </>
  );
}
