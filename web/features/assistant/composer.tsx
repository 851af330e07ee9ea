import { Button, Group, Textarea } from '@mantine/core';
import { IconPlayerStopFilled, IconSend } from '@tabler/icons-react';
import { useEffect, type KeyboardEvent, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLatest } from '#web/ui/use-latest.ts';
import classes from './assistant.module.css';
import type { AssistantChat } from './use-assistant-chat.ts';
import { useQuery } from '@tanstack/react-query';
import type { SearchScope } from '#contract/search.ts';
import { useCourseList, useLessonsOfCourse } from '#web/api-client/course-list.queries.ts';
import { lessonQuery } from '#web/api-client/lesson-work.queries.ts';
import { SelectById } from '#web/ui/select-by-id.tsx';

/** The scope of answers: all lessons, a course, or one of its lessons. */
function ScopePicker({
  scope,
  onChange,
}: {
  scope: SearchScope | null;
  onChange: (scope: SearchScope | null) => void;
}) {
  const { t } = useTranslation();
  const lessonId = scope?.lesson_id;
  // The course of a lesson that was given without one.
  const { data: lesson } = useQuery({
    ...lessonQuery(lessonId ?? 0),
    enabled: lessonId !== undefined && scope?.course_id === undefined,
  });
  const courseId = scope?.course_id ?? (lessonId === undefined ? undefined : lesson?.course);
  const { data: courses = [] } = useCourseList();
  const { data: lessons = [] } = useLessonsOfCourse(courseId ?? null);
  return (
    <div className={classes.scope}>
      <SelectById
        size="xs"
        label={t('assistant.askIn')}
        className={classes.scopeField}
        items={courses}
        chosen={courseId ?? null}
        none={t('assistant.allLessons')}
        onChoose={(id) => onChange(id === null ? null : { course_id: id })}
      />
      {courseId !== undefined && (
        <SelectById
          size="xs"
          aria-label={t('assistant.askInLesson')}
          className={classes.scopeField}
          items={lessons}
          chosen={lessonId ?? null}
          none={t('assistant.allOfCourse')}
          onChoose={(id) =>
            onChange(id === null ? { course_id: courseId } : { course_id: courseId, lesson_id: id })
          }
        />
      )}
    </div>
  );
}

/** What takes Escape for itself. */
const TAKES_ESCAPE = '[role="dialog"], [role="menu"], [role="combobox"], [role="listbox"]';

/** Escape stops the answer wherever the focus is, unless an open element uses the key. */
function useStopKey(isWriting: boolean, stop: () => void): void {
  const latest = useLatest(stop);
  useEffect(() => {
    if (!isWriting) return undefined;
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      if (event.target instanceof Element && event.target.closest(TAKES_ESCAPE) !== null) return;
      latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
    };
  }, [isWriting, latest]);
}

const LONGEST_TEXT = 4_000;
export const COMPOSER_ID = 'assistant-composer';

/** Where one writes, and says where to look: Enter sends, Shift and Enter begins a line, Escape stops the answer. */
export function Composer({ chat }: { chat: AssistantChat }) {
  const { t } = useTranslation();
  useStopKey(chat.isAnswering, chat.stop);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    chat.send();
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (chat.isAnswering) chat.stop();
    else chat.send();
  };
  return (
    <form className={classes.composer} data-bottom-bar onSubmit={submit}>
      <ScopePicker scope={chat.scope} onChange={chat.setScope} />
      <Group gap={10} align="flex-end" wrap="nowrap">
        <Textarea
          id={COMPOSER_ID}
          className={classes.composerField}
          aria-label={t('assistant.message')}
          placeholder={t('assistant.placeholder')}
          autosize
          minRows={1}
          maxRows={6}
          dir="auto"
          maxLength={LONGEST_TEXT}
          value={chat.draft}
          onChange={({ currentTarget: { value } }) => chat.setDraft(value)}
          onKeyDown={onKeyDown}
        />
        {/* One button, so that the focus stays where it is when the answer begins or ends. */}
        <Button
          type="submit"
          size="md"
          variant={chat.isAnswering ? 'default' : 'filled'}
          aria-disabled={!chat.isAnswering && chat.draft.trim() === ''}
          aria-keyshortcuts={chat.isAnswering ? 'Escape' : undefined}
          leftSection={
            chat.isAnswering ? (
              <IconPlayerStopFilled size={16} aria-hidden />
            ) : (
              <IconSend size={18} stroke={1.6} aria-hidden />
            )
          }
        >
          {t(chat.isAnswering ? 'assistant.stop' : 'assistant.send')}
        </Button>
      </Group>
    </form>
  );
}
