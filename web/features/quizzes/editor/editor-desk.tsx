import { Button, Group, Tabs, Text, Title, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useImperativeHandle, useState, type KeyboardEvent, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import type { LessonFact } from '#contract/facts.ts';
import type { QuestionSetDraft } from '#contract/question-editing.ts';
import { formatDateTime } from '#web/ui/format.ts';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { wordFlaw } from '#web/ui/word-flaw.ts';
import { insertQuestion } from './change-questions.ts';
import { CoverageMap } from './coverage-map.tsx';
import { EditorBar } from './editor-bar.tsx';
import { EDITOR_HEADING_ID, headingIdOf, stemIdOf } from './editor-ids.ts';
import { useRefreshQuestionSet } from './editor.queries.ts';
import { listOpenFlaws } from './place-flaws.ts';
import { QuestionList } from './question-list.tsx';
import { useLiveFindings } from './use-live-findings.ts';
import { useQuestionAbout } from './use-question-about.ts';
import { useQuestionEditing } from './use-question-editing.ts';
import { useWriteQuestion } from './use-write-question.ts';
import { VersionList } from './version-list.tsx';
import classes from './editor.module.css';
import { stepOfKeys, type EditHistory } from './edit-history.ts';

/** The last event as a sentence; empty for typing. */
function describeLastEdit(t: TFunction, { last, present }: EditHistory): string {
  if (last === null) return '';
  const edit = t(`editor.edits.${last.name}`);
  if (last.kind === 'undone') return t('editor.undone', { edit });
  if (last.kind === 'redone') return t('editor.redone', { edit });
  if (last.name === 'move') {
    const place = present.findIndex(({ key }) => key === last.questionKey) + 1;
    return t('editor.movedTo', { place, count: present.length });
  }
  if (last.name === 'text' || last.name === 'options' || last.name === 'key' || last.name === 'details')
    return '';
  return t(`editor.done.${last.name}`);
}

/** What the surrounding dialog can ask the editor to do. */
export interface QuizEditorHandle {
  /** Returns to reading once everything is saved, or asks about unsaved changes. */
  leave: () => void;
}

type Tab = 'questions' | 'coverage' | 'versions';

/** Long enough that a screen reader is not interrupted at each word. */
const ANNOUNCE_AFTER_MILLISECONDS = 1_500;

export function EditorDesk({
  draft,
  fact,
  isPage = false,
  ref,
  onLeave,
}: {
  draft: QuestionSetDraft;
  fact?: LessonFact | undefined;
  isPage?: boolean;
  ref?: Ref<QuizEditorHandle> | undefined;
  onLeave: (publishedVersion?: number) => void;
}) {
  const { t, i18n } = useTranslation();
  const { question_set: set } = draft;
  const editing = useQuestionEditing(draft);
  const { history, keeper } = editing;
  const questions = history.present;
  const findings = useLiveFindings(questions, set.lesson_id);
  const write = useWriteQuestion(set.id, questions);
  const focus = useFocusRequest();
  const questionOfFact = useQuestionAbout(fact, set.answer_style, (question) => {
    editing.edit('add', question.key, insertQuestion(question));
    focus(stemIdOf(question.key));
  });
  const refreshSet = useRefreshQuestionSet(set.id);
  const [tab, setTab] = useState<Tab>('questions');
  const [isUnsavedAsked, setIsUnsavedAsked] = useState(false);
  const [lastShown, setLastShown] = useState<string>();

  const stay = (): void => {
    setIsUnsavedAsked(false);
  };
  const leave = (): void => {
    if (isUnsavedAsked) {
      stay();
      return;
    }
    void keeper.flush().then((isSaved) => {
      if (!isSaved) {
        setIsUnsavedAsked(true);
        return;
      }
      refreshSet();
      onLeave();
    });
  };
  useImperativeHandle(ref, () => ({ leave }));

  const show = (questionKey: string): void => {
    setTab('questions');
    setLastShown(questionKey);
    focus(headingIdOf(questionKey));
  };
  const flawed = questions.filter(
    (question) => listOpenFlaws(question, findings.get(question.key)?.flaws ?? []).length > 0,
  );
  const showNextFlawed = (): void => {
    const from = questions.findIndex(({ key }) => key === lastShown);
    const isAfter = (key: string): boolean => questions.findIndex((each) => each.key === key) > from;
    const next = flawed.find(({ key }) => isAfter(key)) ?? flawed[0];
    if (next !== undefined) show(next.key);
  };

  const numberOf = (key: string | null): number =>
    questions.findIndex((question) => question.key === key) + 1;
  const editedKey = history.last?.questionKey ?? null;
  const edited = questions.find(({ key }) => key === editedKey);
  const editedFlaws =
    edited === undefined ? undefined : listOpenFlaws(edited, findings.get(edited.key)?.flaws ?? []);
  const [announcement] = useDebouncedValue(
    editedFlaws === undefined
      ? ''
      : editedFlaws.length === 0
        ? t('editor.noFlaws', { number: numberOf(editedKey) })
        : t('editor.flawsOf', {
            number: numberOf(editedKey),
            flaws: editedFlaws.map((flaw) => wordFlaw(t, flaw)).join(' '),
          }),
    ANNOUNCE_AFTER_MILLISECONDS,
  );

  const stepByKey = (event: KeyboardEvent): void => {
    const step = stepOfKeys(event);
    if (step === undefined) return;
    event.preventDefault();
    editing[step]();
  };
  return (
    <div className={classes.desk} onKeyDown={stepByKey}>
      <Title
        order={isPage ? 2 : 3}
        id={EDITOR_HEADING_ID}
        tabIndex={-1}
        className={classes.heading}
        dir={isPage ? undefined : 'auto'}
      >
        {isPage ? t('quizzes.edit') : set.name}
      </Title>
      {draft.is_draft && draft.updated_at !== null && (
        <Text size="sm" c="dimmed" mb="xs">
          {t('editor.continued', { time: formatDateTime(draft.updated_at, i18n.language) })}
        </Text>
      )}
      <Tabs
        value={tab}
        onChange={(chosen) => setTab((chosen ?? 'questions') as Tab)}
        keepMounted={false}
        classNames={{ root: classes.parts, list: classes.tabs, tab: classes.tab }}
      >
        <Tabs.List aria-label={t('editor.parts')}>
          <Tabs.Tab value="questions">{t('quizzes.questions', { count: questions.length })}</Tabs.Tab>
          <Tabs.Tab value="coverage">{t('editor.coverage')}</Tabs.Tab>
          <Tabs.Tab value="versions">{t('editor.versions')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="questions" pt="md">
          <Group gap="sm" mih={32} className={classes.summary}>
            <Text size="sm" fw={500}>
              {findings.size === 0
                ? t('editor.checking')
                : flawed.length === 0
                  ? t('editor.nothingToMend')
                  : t('editor.worthALook', { count: flawed.length })}
            </Text>
            {flawed.length > 0 && (
              <Button variant="subtle" size="compact-sm" onClick={showNextFlawed}>
                {t('editor.showNext')}
              </Button>
            )}
          </Group>
          <QuestionList
            set={set}
            headingLevel={isPage ? 3 : 4}
            fact={questionOfFact}
            editing={editing}
            findings={findings}
            write={write}
            focus={focus}
          />
        </Tabs.Panel>
        <Tabs.Panel value="coverage" pt="md">
          <CoverageMap set={set} editing={editing} write={write} onShow={show} />
        </Tabs.Panel>
        <Tabs.Panel value="versions" pt="md">
          <VersionList
            set={set}
            editing={editing}
            onBroughtBack={() => {
              setTab('questions');
              focus(EDITOR_HEADING_ID);
            }}
          />
        </Tabs.Panel>
      </Tabs>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <EditorBar
        set={set}
        isDraft={draft.is_draft}
        editing={editing}
        lastEdit={describeLastEdit(t, history)}
        isUnsavedAsked={isUnsavedAsked}
        onStay={stay}
        onShow={show}
        onDone={leave}
        onLeave={(publishedVersion) => {
          keeper.abandon();
          if (publishedVersion === undefined) refreshSet();
          onLeave(publishedVersion);
        }}
      />
    </div>
  );
}
