import { memo, type KeyboardEvent, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Cue } from '#contract/transcript-editing/words-of-cue.ts';
import { formatSeconds } from '#web/ui/format.ts';
import { LineEditor } from './line-editor.tsx';
import { LineText } from './line-text.tsx';
import classes from './studio.module.css';
import type { LineActions, OpenLine } from './use-line-editing.ts';

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
