import { Alert, Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CreatedClassList } from '#contract/class-lists.ts';
import type { QuestionSet } from '#contract/quizzes.ts';
import type { ChangeSharedQuizRequest, SharedQuiz } from '#contract/shared-quizzes.ts';
import { request } from '#web/api-client/request.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { paths } from '#web/ui/paths.ts';
import { useServerNow } from '#web/ui/use-server-now.ts';
import { explainFailure } from '#web/ui/word-message.ts';
import { ShareSettings } from './share-settings.tsx';
import { ClassListImport } from './sharing/class-list-import.tsx';

/** The link of a quiz, which is made as the dialog opens, and everything about it. */
export function ShareDialog({ set, onClose }: { set: QuestionSet; onClose: () => void }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const key = ['question-sets', 'shared', set.id];
  const shared = useQuery({
    queryKey: key,
    // Sharing a quiz that is shared already returns it as it is.
    queryFn: ({ signal }) => request<SharedQuiz>('POST', `/api/question-sets/${set.id}/share/`, { signal }),
    staleTime: 0,
  });
  const act = useMutation({
    mutationFn: ({ method, path, json }: { method: 'PATCH' | 'POST'; path: string; json: object }) =>
      request<SharedQuiz>(method, `/api/shared-quizzes/${shared.data?.id ?? 0}/${path}`, { body: json }),
    onSuccess: (quiz) => queryClient.setQueryData(key, quiz),
  });
  const preview = useMutation({
    mutationFn: (id: number) => request<{ token: string }>('POST', `/api/shared-quizzes/${id}/preview/`),
  });
  const change = (json: ChangeSharedQuizRequest): void => act.mutate({ method: 'PATCH', path: '', json });
  /** While a class list is imported; with the list when it got new codes. */
  const [importing, setImporting] = useState<{ renewed?: CreatedClassList }>();
  /** Personal codes are shown once: closing the dialog before they are copied or printed loses them. */
  const [isKept, setIsKept] = useState(true);
  const quiz = shared.data;
  const link = quiz === undefined ? '' : `${location.origin}/q/${quiz.code}`;
  return (
    <FormDialog title={t('sharing.title', { name: set.name })} size="lg" isDirty={!isKept} onClose={onClose}>
      {() => (
        <Stack gap="md">
          {shared.isPending && <Text role="status">{t('sharing.preparing')}</Text>}
          {shared.isError && (
            <Failure
              message={t('sharing.failed')}
              error={shared.error}
              onRetry={() => void shared.refetch()}
              isRetrying={shared.isFetching}
            />
          )}
          {quiz !== undefined && importing !== undefined && (
            <ClassListImport
              link={link}
              renewed={importing.renewed}
              onKept={setIsKept}
              onUse={(listId) => {
                const json = { student_identity: 'class_list', class_list_id: listId };
                const end = (): void => setImporting(undefined);
                if (listId === undefined) end();
                else act.mutate({ method: 'PATCH', path: '', json }, { onSettled: end });
              }}
            />
          )}
          {quiz !== undefined && importing === undefined && (
            <>
              <Group align="flex-start" wrap="wrap" gap="lg">
                <QrCode text={link} label={t('sharing.qr')} />
                <Stack gap="xs" flex={1} miw={200}>
                  <TextInput label={t('sharing.link')} value={link} readOnly data-autofocus />
                  <Group gap="xs">
                    <CopyButton
                      label={t('sharing.copy')}
                      words={{
                        copied: t('sharing.copied'),
                        notCopied: t('sharing.notCopied'),
                        notCopiedHelp: t('sharing.notCopiedHelp'),
                      }}
                      read={() => link}
                    />
                    <Button
                      size="xs"
                      variant="default"
                      loading={preview.isPending}
                      onClick={() => {
                        // Opened at once: a browser blocks windows that open later.
                        const page = window.open('', '_blank');
                        preview.mutate(quiz.id, {
                          onSuccess: ({ token }) => page?.location.replace(`${link}#preview=${token}`),
                          onError: () => page?.close(),
                        });
                      }}
                    >
                      {t('sharing.preview')}
                    </Button>
                  </Group>
                  <Text size="sm">{t('sharing.readAloud', { code: quiz.code })}</Text>
                  <Group gap="md">
                    <Anchor component={Link} to={paths.liveQuiz(quiz.id)} size="sm">
                      {t('sharing.live')}
                    </Anchor>
                    <Anchor component={Link} to={paths.quizResults(quiz.id)} size="sm">
                      {t('sharing.results')}
                    </Anchor>
                  </Group>
                  <Text size="sm" c="dimmed">
                    {t(`sharing.state.${quiz.state}`)} · {t('sharing.started', { count: quiz.attempt_count })}
                  </Text>
                </Stack>
              </Group>
              {quiz.is_outdated && (
                <Alert>
                  <Text size="sm">{t('sharing.outdated')}</Text>
                  <Text size="sm">{t('sharing.moveOpen')}</Text>
                  <Button
                    size="xs"
                    mt="xs"
                    loading={act.isPending}
                    onClick={() =>
                      act.mutate({ method: 'POST', path: 'version/', json: { open_attempts: 'move' } })
                    }
                  >
                    {t('sharing.update')}
                  </Button>
                </Alert>
              )}
              {[act.error, preview.error].map(
                (error) =>
                  error !== null && (
                    <Failure key={error.message} message={explainFailure(t, error)} error={error} />
                  ),
              )}
              <ShareSettings
                key={quiz.id}
                quiz={quiz}
                isSaving={act.isPending}
                isSaved={act.isSuccess}
                onSave={change}
                onImport={() => setImporting({})}
                onRenewed={(renewed) => {
                  setIsKept(false);
                  setImporting({ renewed });
                }}
              />
              <Group>
                <CloseButton quiz={quiz} onChange={change} />
              </Group>
            </>
          )}
        </Stack>
      )}
    </FormDialog>
  );
}

function CloseButton({
  quiz,
  onChange,
}: {
  quiz: SharedQuiz;
  onChange: (change: ChangeSharedQuizRequest) => void;
}) {
  const { t } = useTranslation();
  const now = useServerNow(quiz.server_time);
  const closesAt = quiz.state === 'closed' ? null : new Date(now).toISOString();
  return (
    <Button variant="default" onClick={() => onChange({ closes_at: closesAt })}>
      {closesAt === null ? t('sharing.reopen') : t('sharing.close')}
    </Button>
  );
}
