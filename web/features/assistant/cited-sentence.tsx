import { Fragment } from 'react';
import type { Citation } from '#contract/assistant.ts';
import type { Evidence } from '#contract/evidence.ts';
import { EvidenceChip } from '#web/ui/evidence-chip.tsx';
import classes from './answer.module.css';

export interface CitedPlace {
  readonly lessonId: number;
  readonly lessonTitle?: string;
  readonly evidence: Evidence;
}

export const placeOf = ({
  lesson_id: lessonId,
  lesson_title: lessonTitle,
  evidence,
}: Citation): CitedPlace => ({
  lessonId,
  lessonTitle,
  evidence,
});

/** A sentence and the chips of the places that it rests on. No chip begins a line, apart from its sentence. */
export function CitedSentence({ text, places }: { text: string; places: readonly CitedPlace[] }) {
  const [first, ...others] = places;
  if (first === undefined) return text;
  const [beginning, lastWord] = cutLastWord(text);
  return (
    <>
      {beginning}
      <span className={classes.together}>
        {lastWord} <Chip place={first} />
      </span>
      {others.map((place) => (
        <Fragment key={`${place.lessonId} ${place.evidence.passage_id} ${place.evidence.quote}`}>
          {' '}
          <Chip place={place} />
        </Fragment>
      ))}
    </>
  );
}

const Chip = ({ place: { lessonId, lessonTitle, evidence } }: { place: CitedPlace }) => (
  <span className={classes.chip}>
    <EvidenceChip
      lessonId={lessonId}
      evidence={evidence}
      {...(lessonTitle === undefined ? {} : { lessonTitle })}
    />
  </span>
);

/** So long a word is better broken than kept together with anything. */
const LONGEST_WORD = 20;

/** A sentence and its last word, which is empty when a narrow line would not hold it. */
function cutLastWord(text: string): [beginning: string, lastWord: string] {
  const place = text.trimEnd().lastIndexOf(' ') + 1;
  return text.length - place > LONGEST_WORD ? [text, ''] : [text.slice(0, place), text.slice(place)];
}
