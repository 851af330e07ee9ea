import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowRight, IconFileText, IconMessageCircle, IconVideo } from '@tabler/icons-react';
import { useState, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { SearchHit, SearchResults } from '#contract/search.ts';
import { Failure } from '#web/ui/failure.tsx';
import { EvidencePlace, findPlace } from '#web/ui/evidence-chip.tsx';
import { Link } from '#web/ui/link.tsx';
import { paths } from '#web/ui/paths.ts';
import { findCommands } from './find-commands.ts';
import { markMatches } from './mark-matches.ts';
import { SEARCH_LIST_ID } from './search-ids.ts';
import { useSearch } from './search.queries.ts';
import classes from './search-panel.module.css';

/** So long after the last letter the search begins. */
const PAUSE_MILLISECONDS = 180;

/** Results by course and lesson, followed by a link to the assistant. */
export function SearchPanel({
  text,
  activeId,
  onReach,
  onChosen,
}: {
  /** At least two characters. */
  text: string;
  /** Of the option that the arrow keys have reached. */
  activeId: string | undefined;
  /** Makes another option the active one. */
  onReach: (id: string) => void;
  onChosen: () => void;
}) {
  const { t } = useTranslation();
  const [settled] = useDebouncedValue(text, PAUSE_MILLISECONDS);
  const { data, error, isFetching, isPlaceholderData, refetch } = useSearch(settled);
  const isOld = settled !== text || isPlaceholderData;
  const isBusy = isOld || (data === undefined && error === null);
  const found = error === null ? data : undefined;
  const open = useOpen(onChosen);
  const commands = findCommands(text, (label) => t(label));
  return (
    <>
      <p className={classes.status} role="status">
        {isBusy
          ? t('search.searching')
          : found !== undefined && <Outcome found={found} text={text} hasCommand={commands.length > 0} />}
      </p>
      {!isBusy && error !== null && (
        <Failure
          message={t('search.failed')}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {!isBusy && found?.hit_count === 0 && commands.length === 0 && (
        <p className={classes.hint}>
          <Link to={paths.upload} className={classes.upload} onClick={onChosen}>
            {t('search.upload')}
          </Link>
        </p>
      )}
      {data === undefined && isBusy && <Expected />}
      <div
        id={SEARCH_LIST_ID}
        role="listbox"
        aria-label={t('search.results')}
        aria-busy={isBusy}
        className={classes.list}
      >
        {commands.map(({ name, path }) => (
          <Link
            key={path}
            id={`search-${path}`}
            role="option"
            aria-selected={activeId === `search-${path}`}
            data-command
            tabIndex={-1}
            className={classes.ask}
            to={path}
            onClick={onChosen}
          >
            <IconArrowRight size={18} stroke={1.6} aria-hidden />
            {name}
          </Link>
        ))}
        {found?.courses.map((course, place) =>
          course.lessons.map((lesson, index) => (
            <div
              key={lesson.lesson_id}
              role="group"
              aria-label={t('search.lessonOf', { lesson: lesson.lesson_title, course: course.course_title })}
            >
              {index === 0 && (
                <div className={classes.course} aria-hidden data-first={place === 0 || undefined}>
                  <bdi>{course.course_title}</bdi>
                </div>
              )}
              <div className={classes.lesson} aria-hidden>
                {lesson.kind === 'video' ? (
                  <IconVideo size={17} stroke={1.6} />
                ) : (
                  <IconFileText size={17} stroke={1.6} />
                )}
                <bdi>{lesson.lesson_title}</bdi>
              </div>
              <LessonHits
                // What was unfolded for other words is folded again.
                key={settled}
                lesson={lesson}
                sought={settled}
                activeId={activeId}
                onReach={onReach}
                onOpen={open}
              />
            </div>
          )),
        )}
        <Link
          id="search-ask"
          role="option"
          aria-selected={activeId === 'search-ask'}
          tabIndex={-1}
          className={classes.ask}
          to={paths.chat}
          state={{ ask: text }}
          onClick={onChosen}
        >
          <IconMessageCircle size={18} stroke={1.6} aria-hidden />
          <span>
            {t('search.ask')} <bdi className={classes.asked}>{text}</bdi>
          </span>
        </Link>
      </div>
      {found?.by_meaning === false && !isBusy && <p className={classes.hint}>{t('search.byWordsOnly')}</p>}
    </>
  );
}

/** Opens the place, even if it is already open, and leaves the field. */
function useOpen(onChosen: () => void): (event: MouseEvent, to: string) => void {
  const navigate = useNavigate();
  return (event, to) => {
    // A click that asks for a new tab means the address.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onChosen();
    document.getElementById('main')?.focus();
    void navigate(to, { state: { askedAt: performance.now() } });
  };
}

/** So many passages of a lesson are shown at first, so that other lessons are in sight. */
const FIRST_HITS = 4;

const hitIdOf = (lessonId: number, place: number): string => `search-${lessonId}-${place}`;

function LessonHits({
  lesson: { lesson_id: lessonId, hits },
  sought,
  activeId,
  onReach,
  onOpen,
}: {
  lesson: SearchResults['courses'][number]['lessons'][number];
  sought: string;
  activeId: string | undefined;
  onReach: (id: string) => void;
  onOpen: (event: MouseEvent, to: string) => void;
}) {
  const { t } = useTranslation();
  const [isUnfolded, setIsUnfolded] = useState(false);
  // One more is shown rather than a line that says so.
  const isWhole = isUnfolded || hits.length <= FIRST_HITS + 1;
  const moreId = `search-${lessonId}-more`;
  return (
    <>
      {(isWhole ? hits : hits.slice(0, FIRST_HITS)).map((hit, place) => (
        <Hit
          key={`${hit.evidence.passage_id} ${place}`}
          id={hitIdOf(lessonId, place)}
          hit={hit}
          sought={sought}
          lessonId={lessonId}
          activeId={activeId}
          onOpen={onOpen}
        />
      ))}
      {!isWhole && (
        <div
          id={moreId}
          role="option"
          aria-selected={activeId === moreId}
          tabIndex={-1}
          className={classes.more}
          onClick={() => {
            setIsUnfolded(true);
            onReach(hitIdOf(lessonId, FIRST_HITS));
          }}
        >
          {t('search.more', { count: hits.length - FIRST_HITS })}
        </div>
      )}
    </>
  );
}

function Hit({
  id,
  hit: { heading, evidence },
  sought,
  lessonId,
  activeId,
  onOpen,
}: {
  id: string;
  hit: SearchHit;
  sought: string;
  lessonId: number;
  activeId: string | undefined;
  onOpen: (event: MouseEvent, to: string) => void;
}) {
  const { t } = useTranslation();
  const to = paths.evidence(lessonId, evidence);
  return (
    <Link
      id={id}
      role="option"
      aria-selected={activeId === id}
      tabIndex={-1}
      className={classes.hit}
      to={to}
      onClick={(event) => onOpen(event, to)}
    >
      <span className={classes.words}>
        {heading !== null && heading !== findPlace(evidence, t) && (
          <bdi className={classes.heading}>
            <Marked text={heading} sought={sought} />
          </bdi>
        )}
        <span className={classes.quote} dir="auto">
          <Marked text={evidence.quote} sought={sought} />
        </span>
      </span>
      <EvidencePlace evidence={evidence} />
    </Link>
  );
}

const Marked = ({ text, sought }: { text: string; sought: string }) =>
  markMatches(text, sought).map((part, index) =>
    part.isMatch ? <mark key={index}>{part.text}</mark> : part.text,
  );

/** How much was found, or that nothing was. */
function Outcome({
  found,
  text,
  hasCommand,
}: {
  found: SearchResults;
  text: string;
  /** A page of the app has this name. */
  hasCommand: boolean;
}) {
  const { t } = useTranslation();
  if (found.hit_count > 0) {
    const lessons = t('search.inLessons', { count: countLessons(found) });
    return t('search.found', { count: found.hit_count, lessons });
  }
  if (hasCommand) return t('search.noPassage');
  return (
    <>
      <strong className={classes.nothing}>
        {t('search.nothing')} <bdi>{text}</bdi>
      </strong>{' '}
      <span>{t('search.nothingHelp')}</span>
    </>
  );
}

/** The skeleton of the results. */
const Expected = () => (
  <div className={classes.expected} aria-hidden>
    <span />
    <span />
    <span />
  </div>
);

const countLessons = ({ courses }: SearchResults): number =>
  courses.reduce((count, { lessons }) => count + lessons.length, 0);
