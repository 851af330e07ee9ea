import { Fragment } from 'react';
import { timeWords, type Cue } from '#contract/transcript-editing/words-of-cue.ts';
import classes from './studio.module.css';

/** The words of a line, those that the recognizer was not sure of underlined. Each knows where it is in the text. */
export function LineText({ cue, text = cue.text }: { cue: Cue; text?: string }) {
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
