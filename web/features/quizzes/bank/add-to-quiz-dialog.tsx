import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '#web/ui/modal.tsx';
import { explainFailure } from '#web/ui/word-message.ts';
import { Failure } from '#web/ui/failure.tsx';
import { formatDate } from '#web/ui/format.ts';
import { showToast } from '#web/ui/show-toast.ts';
import { Skeletons } from '#web/ui/skeletons.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { useQuestionsFromBank, useQuizzesOfLesson } from './question-bank.queries.ts';
import classes from './question-bank.module.css';

/** Chooses one of the lesson's saved quizzes, at whose end the selected questions are added. */
export function AddToQuizDialog({
  lessonId,
  candidateIds,
  onClose,
  onAdded,
}: {
  lessonId: number;
  candidateIds: readonly number[];
  onClose: () => void;
  onAdded: () => void;
}) {
  const { t, i18n } = useTranslation();
  const quizzes = useQuizzesOfLesson(lessonId);
  const add = useQuestionsFromBank(lessonId);
  const [chosen, setChosen] = useState<string>('');
  const [wasTried, setWasTried] = useState(false);
  const count = candidateIds.length;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setWasTried(true);
    if (chosen === '') return;
    add.mutate(
      { lesson_id: lessonId, candidate_ids: [...candidateIds], question_set_id: Number(chosen) },
      {
        onSuccess: ({ question_set: { name } }) => {
          showToast('success', t('bank.added', { name }));
          onAdded();
        },
      },
    );
  };
  return (
    <Modal opened onClose={onClose} title={t('bank.addTitle', { count })} size="md" returnFocus={false}>
      <form noValidate onSubmit={submit}>
        <WhenLoaded
          query={quizzes}
          failure={t('bank.quizzesFailed')}
          loading={<Skeletons label={t('bank.loadingQuizzes')} heights={[40, 40]} />}
        />
        {quizzes.data?.length === 0 && <Text>{t('bank.noQuizzes')}</Text>}
        {quizzes.data !== undefined && quizzes.data.length > 0 && (
          <Radio.Group
            label={t('bank.chooseQuiz')}
            description={t('bank.addHelp')}
            value={chosen}
            error={wasTried && chosen === '' ? t('bank.quizMissing') : undefined}
            onChange={setChosen}
          >
            <Stack gap={0} my="xs" className={classes.quizzes}>
              {quizzes.data.map((quiz) => (
                <Radio
                  key={quiz.id}
                  value={String(quiz.id)}
                  className={classes.quiz ?? ''}
                  label={<bdi>{quiz.name}</bdi>}
                  description={`${t('quizzes.questions', { count: quiz.question_count })} · ${formatDate(quiz.created_at, i18n.language)}`}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
        {add.isError && (
          <Failure message={t('bank.addFailed', { error: explainFailure(t, add.error) })} error={add.error} />
        )}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          {quizzes.data?.length !== 0 && (
            <Button type="submit" loading={add.isPending} disabled={quizzes.data === undefined}>
              {t('bank.add', { count })}
            </Button>
          )}
        </Group>
      </form>
    </Modal>
  );
}
