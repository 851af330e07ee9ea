import {
  type KeyboardEvent,
  memo,
  type MouseEvent,
  useLayoutEffect,
  useRef,
  useState,
  Fragment,
} from 'react';
import { useTranslation } from 'react-i18next';
import { type Cue, rewriteCue, splitWords, timeWords } from '#contract/transcript-editing/words-of-cue.ts';
import { formatSeconds } from '#web/ui/format.ts';
import classes from './studio.module.css';
import type { LineActions, OpenLine } from './use-line-editing.ts';
import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { type Icon, IconArrowMerge, IconArrowsSplit2, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { Hint } from '#web/ui/hover-card.tsx';
import { KEYS_HINT_ID } from './keys-hint.tsx';

/** The words of a line, those that the recognizer was not sure of underlined. Each knows where it is in the text. */
function LineText({ cue, text = cue.text }: { cue: Cue; text?: string }) {
  // Being typed, with white space that a line will not have: nothing can be said of its words.
  if (text !== cue.text) return text;
  const words = timeWords(cue);
  return words.map(({ text: word, start, isDoubtful }, index) => (
    <Fragment key={start}>
      {cue.text.slice(words[index - 1]?.end ?? 0, start)}
      <span data-start={start} className={isDoubtful ? classes.doubtful : undefined}>
        {word}
      </span>
    </Fragment>
  ));
}

interface Row {
  readonly cue: Cue;
  readonly index: number;
  /** Set while this line is edited. */
  readonly opened: OpenLine | undefined;
  /** It is spoken now. */
  readonly isCurrent: boolean;
  /** The one of all lines that Tab reaches. */
  readonly isReachable: boolean;
  readonly actions: LineActions;
}

/** One line: a click on a word plays it and opens the line there. */
export const LineRow = memo(function LineRow(row: Row) {
  const { cue, index, opened, isCurrent, actions } = row;
  const { t } = useTranslation();
  return (
    <div
      className={classes.row}
      aria-current={isCurrent ? 'true' : undefined}
      data-open={opened ? '' : undefined}
    >
      <button
        type="button"
        className={classes.time}
        tabIndex={-1}
        aria-label={t('studio.playFrom', { time: formatSeconds(cue.start_second) })}
        onClick={() => actions.play(index)}
      >
        {formatSeconds(cue.start_second)}
      </button>
      {opened === undefined ? (
        <ClosedLine {...row} />
      ) : (
        // Opened again, it begins with the line's text as it is then.
        <LineEditor key={opened.opening} cue={cue} opened={opened} actions={actions} />
      )}
    </div>
  );
});

function ClosedLine({ cue, index, isReachable, actions }: Row) {
  const { t } = useTranslation();
  const click = ({ target }: MouseEvent): void => {
    const word = target instanceof Element ? target.closest<HTMLElement>('[data-start]') : null;
    const start = Number(word?.dataset['start'] ?? 0);
    actions.open(index, start, start + (word?.textContent ?? '').length);
    actions.play(index, start);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' || event.key === 'F2') actions.open(index, 0);
    else if (event.key === 'ArrowDown') actions.reach(index + 1, { takesFocus: true });
    else if (event.key === 'ArrowUp') actions.reach(index - 1, { takesFocus: true });
    else return;
    event.preventDefault();
  };
  return (
    <div
      role="button"
      className={classes.words}
      tabIndex={isReachable ? 0 : -1}
      dir="auto"
      data-line={index}
      aria-description={t('studio.editLine')}
      onClick={click}
      onKeyDown={press}
      onFocus={() => actions.reach(index)}
    >
      <LineText cue={cue} />
    </div>
  );
}

/** The line being edited. Each change of its text becomes an edit at once, so that none is lost. */
function LineEditor({ cue, opened, actions }: { cue: Cue; opened: OpenLine; actions: LineActions }) {
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  const { index } = opened;
  const { text, write } = useLineText(cue, opened, actions);
  useLayoutEffect(() => {
    // Before the focus, with which the keys arrive that were pressed since the click.
    field.current?.setSelectionRange(opened.start, opened.end);
    field.current?.focus({ preventScroll: true });
    // Below the player, the list itself may be out of sight.
    field.current?.scrollIntoView({ block: 'nearest' });
  }, [opened]);

  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const { selectionStart: start, selectionEnd: end } = event.currentTarget;
    const pressed = { event, index, text, start, end };
    if (actOnCommand(pressed, actions) || actOnLine(pressed, actions)) event.preventDefault();
    // The keys of the page, such as those of the player.
    event.stopPropagation();
  };
  const doubtful = timeWords(cue).filter((word) => word.isDoubtful);
  const doubtfulId = `doubtful-${index}`;
  return (
    <div className={classes.editor}>
      <div className={classes.field}>
        <span className={classes.mirror} aria-hidden>
          <LineText cue={text === cue.text ? cue : rewriteCue(cue, text)} text={text} />
          {'\u200B'}
        </span>
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          spellCheck
          data-takes-first-keys
          aria-label={t('studio.lineOf', { number: index + 1, time: formatSeconds(cue.start_second) })}
          aria-describedby={doubtful.length > 0 ? `${KEYS_HINT_ID} ${doubtfulId}` : KEYS_HINT_ID}
          value={text}
          onChange={(event) => write(event.currentTarget.value)}
          onClick={({ currentTarget: { selectionStart, selectionEnd } }) => {
            if (selectionStart === selectionEnd) actions.play(index, wordStart(text, selectionStart));
          }}
          onKeyDown={press}
          onBlur={() => {
            // Not when the window loses the focus.
            if (text.trim() === '' && document.hasFocus()) actions.remove(index, { opensNext: false });
          }}
        />
        {doubtful.length > 0 && (
          <VisuallyHidden component="span" id={doubtfulId}>
            {t('studio.checkWords', { words: doubtful.map((word) => word.text).join(', ') })}
          </VisuallyHidden>
        )}
      </div>
      <div className={classes.lineTools}>
        <LineTool label={t('studio.playLine')} icon={IconPlayerPlay} onClick={() => actions.play(index)} />
        <LineTool
          label={t('studio.split')}
          icon={IconArrowsSplit2}
          onClick={() => actions.split(index, text, field.current?.selectionStart ?? 0)}
        />
        <LineTool
          label={t('studio.merge')}
          icon={IconArrowMerge}
          onClick={() => actions.mergeWithNext(index)}
        />
        <LineTool label={t('studio.removeLine')} icon={IconTrash} onClick={() => actions.remove(index)} />
      </div>
    </div>
  );
}

interface Pressed {
  readonly event: KeyboardEvent;
  readonly index: number;
  readonly text: string;
  /** The selection. */
  readonly start: number;
  readonly end: number;
}

/** Handles keys for the whole transcript or the player. Returns false for other keys. */
function actOnCommand({ event, index, start, end }: Pressed, actions: LineActions): boolean {
  const key = event.key.toLowerCase();
  if (event.key === 'F8') {
    actions.goToDoubtful({ index, offset: event.shiftKey ? start : end }, event.shiftKey ? -1 : 1);
    return true;
  }
  if (!event.ctrlKey && !event.metaKey) return false;
  if (key === 'y' || (key === 'z' && event.shiftKey)) actions.redo();
  else if (key === 'z') actions.undo();
  else if (key === 'enter') actions.play(index, start);
  else return false;
  return true;
}

/** Handles keys for the line. An empty line is removed when the focus leaves it. */
function actOnLine({ event, index, text, start, end }: Pressed, actions: LineActions): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const isAtBeginning = start === 0 && end === 0;
  if (event.key === 'Backspace' && (!isAtBeginning || index === 0)) return false;
  if (!['Tab', 'Enter', 'Escape', 'Backspace'].includes(event.key)) return false;
  if (text.trim() === '') actions.remove(index);
  else if (event.key === 'Tab') return actions.move(index, event.shiftKey ? -1 : 1);
  else if (event.key === 'Enter') actions.split(index, text, start);
  else if (event.key === 'Escape') actions.close(index);
  else actions.mergeWithPrevious(index);
  return true;
}

const wordStart = (text: string, offset: number): number => /\S*$/u.exec(text.slice(0, offset))?.index ?? 0;

function LineTool({ label, icon: Mark, onClick }: { label: string; icon: Icon; onClick: () => void }) {
  return (
    <Hint label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={label}
        // The field keeps the focus and its caret.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onClick}
      >
        <Mark size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Hint>
  );
}

/** The text of the field: the text of the line plus, while typing, white space that a line cannot have. */
function useLineText(cue: Cue, { index, opening }: OpenLine, actions: LineActions) {
  const [typed, setTyped] = useState(cue.text);
  // An emptied line keeps its text until the focus leaves it. Any other difference is a change from elsewhere.
  const isOwn = typed.trim() === '' || splitWords(typed).join(' ') === splitWords(cue.text).join(' ');
  const write = (changed: string): void => {
    setTyped(changed);
    if (changed.trim() !== '') actions.write(index, changed, opening);
  };
  return { text: isOwn ? typed : cue.text, write };
}
