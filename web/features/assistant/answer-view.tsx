import { Anchor, Text, VisuallyHidden } from '@mantine/core';
import type { TFunction } from 'i18next';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  GREETING_REPLY,
  HELP_REPLY,
  NO_TIPS_REPLY,
  THANKS_REPLY,
  TIPS_INTRO,
} from '#contract/assistant-replies.ts';
import { Link } from '#web/ui/link.tsx';
import { explainFailure, wordMessage } from '#web/ui/word-message.ts';
import { AnswerCutOffError } from '#web/api-client/answer-events.ts';
import { describeModelUse } from '#web/ui/describe-model-use.ts';
import { Failure } from '#web/ui/failure.tsx';
import { paths } from '#web/ui/paths.ts';
import { AnswerActions, type AnswerHandlers } from './answer-actions.tsx';
import { listBlocks } from './answer-paragraphs.ts';
import { isRunning, listSources, type AnswerTurn, type ShownStatement } from './answer-turn.ts';
import classes from './answer.module.css';
import { CitedSentence, placeOf } from './cited-sentence.tsx';
import { NothingFound } from './nothing-found.tsx';

/** A question's answer as it comes, and as it stays: each sentence with the places that it rests on. */
export const AnswerView = memo(function AnswerView({
  id,
  turn,
  isLast,
  isNewest,
  handlers,
}: {
  id: number;
  turn: AnswerTurn;
  /** Whether it is the last question of the conversation, which can be asked again. */
  isLast: boolean;
  /** Nothing was said since. */
  isNewest: boolean;
  handlers: AnswerHandlers;
}) {
  const { t } = useTranslation();
  const reply = wordReply(t, turn.statements[0]?.text);
  if (reply !== undefined) return <Text>{reply}</Text>;
  return (
    <>
      {turn.isNew && isNewest && (
        <Text c={turn.state === 'checking' ? undefined : 'dimmed'} className={classes.checking}>
          {t('assistant.checking')}
        </Text>
      )}
      {turn.statements.length > 0 && <Statements statements={turn.statements} />}
      {turn.draft !== '' && (
        // It changes with each word; screen readers announce a sentence once it is checked.
        <p className={classes.draft} dir="auto" aria-live="off">
          <span className={classes.draftMark}>{t('assistant.notChecked')}</span> {turn.draft}
        </p>
      )}
      {turn.state === 'nothing_found' && (
        <NothingFound id={id} turn={turn} isLast={isLast} handlers={handlers} />
      )}
      <Provenance turn={turn} />
      {turn.state === 'failed' && (
        <Failure
          message={
            turn.error instanceof AnswerCutOffError ? t('assistant.cutOff') : explainFailure(t, turn.error)
          }
          error={turn.error}
          {...(isLast ? { onRetry: () => handlers.onTryAgain(id) } : {})}
        />
      )}
      {turn.state === 'stopped' && (
        <Text size="sm" c="dimmed">
          {t(turn.statements.length === 0 ? 'assistant.stoppedEmpty' : 'assistant.stopped')}
        </Text>
      )}
      {turn.state === 'unanswered' && <Text c="dimmed">{t('assistant.unanswered')}</Text>}
      {!isRunning(turn) && <AnswerActions id={id} turn={turn} isLast={isLast} handlers={handlers} />}
    </>
  );
});

function Statements({ statements }: { statements: readonly ShownStatement[] }) {
  return (
    <div className={classes.answer}>
      {listBlocks(statements).map((block, index) =>
        block.kind === 'paragraph' ? (
          <p key={index} dir="auto" className={classes.paragraph}>
            <Sentences statements={block.statements} />
          </p>
        ) : (
          <ol key={index} start={block.first} className={classes.steps}>
            {block.steps.map((step, place) => (
              <li key={place}>
                <div dir="auto">
                  <Sentences statements={step} />
                </div>
              </li>
            ))}
          </ol>
        ),
      )}
    </div>
  );
}

/** The whole of an answer that is not about the lessons: there is nothing to copy or to ask again. */
function wordReply(t: TFunction, text: string | undefined): string | undefined {
  switch (text) {
    case GREETING_REPLY:
      return t('assistant.greetingReply');
    case HELP_REPLY:
      return t('assistant.helpReply');
    case THANKS_REPLY:
      return t('assistant.thanksReply');
    case NO_TIPS_REPLY:
      return t('assistant.noTipsReply');
    default:
      return undefined;
  }
}

function Sentences({ statements }: { statements: readonly ShownStatement[] }) {
  const { t } = useTranslation();
  return statements.map(({ text, kind, citations }, index) => (
    <span key={index} className={kind === 'link' ? classes.link : undefined}>
      {/* The lessons' words are not translated. */}
      <CitedSentence
        text={text === TIPS_INTRO ? t('assistant.tipsIntro') : text}
        places={citations.map(placeOf)}
      />{' '}
    </span>
  ));
}

/** What the answer is taken from, who put it into words, and what was left out of it. */
function Provenance({ turn }: { turn: AnswerTurn }) {
  const { t, i18n } = useTranslation();
  const lessons = [...Map.groupBy(listSources(turn), ({ lesson_id: lessonId }) => lessonId).values()];
  const isOver = !isRunning(turn);
  const isWhole = turn.statements.length > 0 && (turn.state === 'done' || turn.state === 'stopped');
  if (!isOver && turn.droppedCount === 0) return null;
  return (
    <div className={classes.provenance}>
      {isOver && lessons.length > 0 && (
        <div className={classes.sources}>
          <span aria-hidden>{t('assistant.from')}</span>
          <ul aria-label={t('assistant.sources')}>
            {lessons.map((ofLesson) => (
              <li key={ofLesson[0]?.lesson_id}>
                <Anchor component={Link} to={paths.lesson(ofLesson[0]?.lesson_id ?? 0)} size="sm">
                  <bdi>{ofLesson[0]?.lesson_title}</bdi>
                </Anchor>
              </li>
            ))}
          </ul>
        </div>
      )}
      {isWhole && turn.writtenBy !== null && (
        <p className={classes.byline}>
          {t('assistant.writtenBy', { model: turn.writtenBy })}{' '}
          {describeModelUse(t, i18n.language, turn.modelUse)}
        </p>
      )}
      {isWhole && turn.statements.every(({ kind }) => kind !== 'written') && lessons.length > 0 && (
        <p className={classes.byline}>{t('assistant.inTheirWords')}</p>
      )}
      {turn.droppedCount > 0 && (
        <p className={classes.byline}>{t('assistant.dropped', { count: turn.droppedCount })}</p>
      )}
      {turn.note !== null && turn.note !== '' && (
        <p className={classes.byline} dir="auto">
          {wordMessage(t, turn.noteCoded, turn.note)}
        </p>
      )}
      {turn.isNew && turn.state === 'done' && <VisuallyHidden>{t('assistant.answerWhole')}</VisuallyHidden>}
    </div>
  );
}
