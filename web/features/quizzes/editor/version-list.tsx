import { Badge, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftQuestion } from '#contract/question-editing.ts';
import type { Question, QuestionSet } from '#contract/quizzes.ts';
import { Skeletons } from '#web/ui/skeletons.tsx';
import { TimeAgo } from '#web/ui/time-ago.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { QuestionView } from '../question-view.tsx';
import { useVersion, useVersions } from './editor.queries.ts';
import { toEditorQuestion } from './exchange-draft.ts';
import type { QuestionEditing } from './use-question-editing.ts';
import readClasses from '../quizzes.module.css';
import classes from './editor.module.css';

/** Published versions, newest first, to view and to restore to the draft. */
export function VersionList({
  set,
  editing,
  onBroughtBack,
}: {
  set: QuestionSet;
  editing: QuestionEditing;
  onBroughtBack: () => void;
}) {
  const { t } = useTranslation();
  const versions = useVersions(set.id);
  const [openVersion, setOpenVersion] = useState<number>();
  return (
    <div>
      <Text size="sm" mb="sm">
        {t('editor.versionsIntro')}
      </Text>
      <WhenLoaded
        query={versions}
        failure={t('editor.versionsFailed')}
        loading={<Skeletons label={t('editor.loadingVersions')} heights={[56, 56]} />}
      />
      <ul className={classes.versions}>
        {versions.data?.map((version) => {
          const isOpen = version.version === openVersion;
          return (
            <li key={version.version}>
              <Group justify="space-between" gap="sm">
                <div>
                  <Group gap={8}>
                    <Text fw={600}>{t('editor.version', { version: version.version })}</Text>
                    {version.is_current && (
                      <Badge variant="light" color="lapis" tt="none" fw={500}>
                        {t('editor.current')}
                      </Badge>
                    )}
                  </Group>
                  <Text size="sm" c="dimmed">
                    {t('quizzes.questions', { count: version.question_count })}
                    {' · '}
                    <TimeAgo instant={version.created_at} />
                  </Text>
                </div>
                <Button
                  variant="default"
                  size="xs"
                  aria-expanded={isOpen}
                  aria-label={t(isOpen ? 'editor.hideVersion' : 'editor.lookAtVersion', {
                    version: version.version,
                  })}
                  onClick={() => setOpenVersion(isOpen ? undefined : version.version)}
                >
                  {t(isOpen ? 'editor.hide' : 'editor.lookAt')}
                </Button>
              </Group>
              {isOpen && (
                <OpenVersion
                  set={set}
                  version={version.version}
                  editing={editing}
                  onBroughtBack={onBroughtBack}
                />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function OpenVersion({
  set,
  version,
  editing,
  onBroughtBack,
}: {
  set: QuestionSet;
  version: number;
  editing: QuestionEditing;
  onBroughtBack: () => void;
}) {
  const { t } = useTranslation();
  const read = useVersion(set.id, version);
  if (read.data === undefined) {
    return (
      <WhenLoaded
        query={read}
        failure={t('editor.versionsFailed')}
        loading={<Skeletons label={t('editor.loading')} heights={[120]} />}
      />
    );
  }
  const { questions } = read.data;
  return (
    <div className={classes.openVersion}>
      <Button
        size="xs"
        onClick={() => {
          // Made here and not in the change itself, which may run twice.
          const brought = questions.map(toEditorQuestion);
          editing.edit('restore', null, () => brought);
          onBroughtBack();
        }}
      >
        {t('editor.bringBack')}
      </Button>
      <Text size="xs" c="dimmed" mt={6} mb="sm">
        {t('editor.bringBackHint')}
      </Text>
      <ol className={readClasses.questions}>
        {questions.map((question, index) => (
          <QuestionView
            key={index}
            question={toReadQuestion(question, index)}
            number={index + 1}
            lessonId={set.lesson_id}
          />
        ))}
      </ol>
    </div>
  );
}

/** As it was when it was published; its options and itself have no ids any more, and none are shown. */
const toReadQuestion = (question: DraftQuestion, index: number): Question => ({
  ...question,
  id: question.id ?? index + 1,
  outcome: question.outcome === null ? null : { short_name: question.outcome },
  options: question.options.map((option, place) => ({ ...option, id: place + 1 })),
});
