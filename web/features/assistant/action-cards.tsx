import { UnstyledButton } from '@mantine/core';
import { IconListDetails, IconMessageQuestion, IconMicrophone } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './assistant.module.css';
import type { AssistantChat } from './use-assistant-chat.ts';

/** The three things that the assistant is asked for most. */
export function ActionCards({ chat }: { chat: AssistantChat }) {
  const { t } = useTranslation();
  const cards = [
    {
      icon: IconMicrophone,
      title: t('assistant.transcribe.title'),
      text: t('assistant.transcribe.text'),
      onClick: () => chat.startWork('transcribe', t('assistant.transcribe.title')),
    },
    {
      icon: IconMessageQuestion,
      title: t('assistant.quiz.title'),
      text: t('assistant.quiz.text'),
      onClick: () => chat.startQuiz(t('assistant.quiz.title')),
    },
    {
      icon: IconListDetails,
      title: t('assistant.summarize.title'),
      text: t('assistant.summarize.text'),
      onClick: () => chat.startWork('summarize', t('assistant.summarize.title')),
    },
  ];
  return (
    <div className={classes.cards}>
      {cards.map(({ icon: CardIcon, title, text, onClick }) => (
        <UnstyledButton key={title} className={classes.card} onClick={onClick}>
          <CardIcon size={22} stroke={1.5} aria-hidden className={classes.cardIcon} />
          <span className={classes.cardTitle}>{title}</span>
          <span className={classes.cardText}>{text}</span>
        </UnstyledButton>
      ))}
    </div>
  );
}
