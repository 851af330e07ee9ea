import { Alert, Button, Group, Loader, Radio, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  COURSE_CONTENTS,
  type CourseContent,
  type ExportFormatName,
  type ExportOptions,
} from '#contract/quiz-export.ts';
import { fetchFromApi, readError, request } from '#web/api-client/request.ts';
import dialogClasses from '#web/ui/dialog.module.css';
import { Failure } from '#web/ui/failure.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { saveResponse } from '#web/ui/save-response.ts';
import { explainFailure } from '#web/ui/word-message.ts';
import classes from './download-dialog.module.css';

/** What is downloaded: a quiz, the question bank of a lesson, or the questions of a course. */
interface DownloadSource {
  readonly kind: 'quiz' | 'question_bank' | 'course';
  readonly id: number;
  readonly name: string;
}

const FOLDERS = {
  quiz: (id: number) => `/api/question-sets/${id}`,
  question_bank: (id: number) => `/api/lessons/${id}/question-bank`,
  course: (id: number) => `/api/courses/${id}/questions`,
};

/** The formats for other programs, each with what it cannot hold of these questions. */
export function DownloadDialog({ source, onClose }: { source: DownloadSource; onClose: () => void }) {
  const { t } = useTranslation();
  const [content, setContent] = useState<CourseContent>('quizzes');
  const { kind, id } = source;
  const folder = FOLDERS[kind](id);
  const query: Record<string, string> = kind === 'course' ? { content } : {};
  const options = useQuery({
    queryKey: ['export-formats', folder, query],
    queryFn: ({ signal }) =>
      request<ExportOptions>('GET', `${folder}/export-formats/?${new URLSearchParams(query).toString()}`, {
        signal,
      }),
    // The questions may have been edited since.
    staleTime: 0,
  });
  const download = useMutation({
    mutationFn: async (format: ExportFormatName) => {
      const parameters = new URLSearchParams({ format, ...query });
      const response = await fetchFromApi('GET', `${folder}/export/?${parameters.toString()}`);
      if (!response.ok) throw await readError(response);
      await saveResponse(response, `questions.${format}`);
    },
  });
  const isEmpty = options.data?.every((option) => option.question_count === 0) ?? false;
  const nameOf = (format: ExportFormatName): string => t(`downloads.names.${format}`);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('downloads.title', { name: source.name })}
      classNames={{ title: dialogClasses.title }}
      size="lg"
      // A quiz is itself shown in a dialog.
      zIndex={300}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t(`downloads.intros.${kind}`)}</Text>
        {kind === 'course' && (
          <Radio.Group
            label={t('downloads.content')}
            value={content}
            onChange={(chosen) => {
              setContent(chosen === 'quizzes' ? 'quizzes' : 'question_banks');
              download.reset();
            }}
          >
            <Group gap="md" mt="xs">
              {COURSE_CONTENTS.map((each) => (
                <Radio key={each} value={each} label={t(`downloads.contents.${each}`)} />
              ))}
            </Group>
          </Radio.Group>
        )}
        {options.isPending && (
          <Group gap="sm" role="status">
            <Loader size="sm" aria-hidden />
            <Text size="sm">{t('downloads.loading')}</Text>
          </Group>
        )}
        {options.isError && (
          <Failure
            message={t('downloads.failed')}
            error={options.error}
            onRetry={() => void options.refetch()}
            isRetrying={options.isFetching}
          />
        )}
        {download.isError && (
          <Alert color="red" role="alert">
            {t('downloads.downloadFailed', { error: explainFailure(t, download.error) })}
          </Alert>
        )}
        {isEmpty && <Text size="sm">{t('downloads.nothing')}</Text>}
        <ul className={classes.formats} hidden={isEmpty}>
          {options.data?.map(({ format, losses, question_count: count }) => (
            <li key={format} className={classes.format}>
              <div>
                <Text fw={600}>{nameOf(format)}</Text>
                <Text size="sm">{t(`downloads.purposes.${format}`)}</Text>
                <Losses losses={losses} questionCount={count} />
              </div>
              <Button
                variant="default"
                aria-label={t('downloads.downloadAs', { format: nameOf(format) })}
                disabled={count === 0}
                loading={download.isPending && download.variables === format}
                onClick={() => download.mutate(format)}
              >
                {t('downloads.download')}
              </Button>
            </li>
          ))}
        </ul>
        <Text size="sm" c="dimmed" role="status">
          {download.isSuccess ? t('downloads.done', { format: nameOf(download.variables) }) : ''}
        </Text>
      </Stack>
    </Modal>
  );
}

type Losses = ExportOptions[number]['losses'];

function Losses({ losses, questionCount }: { losses: Losses; questionCount: number }) {
  const { t } = useTranslation();
  if (questionCount === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('downloads.empty')}
      </Text>
    );
  }
  if (losses.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('downloads.complete')}
      </Text>
    );
  }
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('downloads.lacks')}
      </Text>
      <ul className={classes.losses}>
        {losses.map(({ code, question_count: count }) => (
          <li key={code}>{t(`downloads.losses.${code}`, { count })}</li>
        ))}
      </ul>
    </>
  );
}
