import { IconSearch, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { onOpenSearch } from '#web/ui/open-search.ts';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { FEWEST_LETTERS, LONGEST_SEARCH, SEARCH_FIELD_ID, SEARCH_LIST_ID } from './search-ids.ts';
import panelClasses from './search-panel.module.css';
import classes from './search.module.css';

const SearchPanel = lazy(async () => ({ default: (await import('./search-panel.tsx')).SearchPanel }));

const BUTTON_ID = 'open-search';

const listOptions = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`#${SEARCH_LIST_ID} [role="option"]`),
];

/**
 * The search in the header across all lessons: a field, on a phone a button that opens it in full width.
 * The results appear below it and are chosen with the mouse or the arrow keys.
 */
export function HeaderSearch() {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [activeId, setActiveId] = useState<string>();
  const box = useRef<HTMLElement>(null);
  // Who had the focus before the field, to be given it back.
  const before = useRef<Element>(null);
  const focus = useFocusRequest();
  const isLongEnough = text.trim().length >= FEWEST_LETTERS;
  const hasPanel = isOpen && text.trim() !== '';

  useEffect(
    () =>
      onOpenSearch((words) => {
        if (words !== '') setText(words.slice(0, LONGEST_SEARCH));
        setIsOpen(true);
        focus(SEARCH_FIELD_ID);
      }),
    [focus],
  );

  const close = (): void => {
    setIsOpen(false);
    setActiveId(undefined);
  };
  const leave = (): void => {
    close();
    const button = document.getElementById(BUTTON_ID);
    const former = before.current;
    // Where the button is shown, the field is no longer.
    if (former instanceof HTMLElement && former.isConnected && former !== document.body) former.focus();
    else if (button !== null && button.offsetParent !== null) focus(BUTTON_ID);
    else document.getElementById(SEARCH_FIELD_ID)?.blur();
  };
  const move = (to: (index: number, count: number) => number): void => {
    const options = listOptions();
    const index = options.findIndex(({ id }) => id === activeId);
    const next = options[to(index, options.length)];
    setIsOpen(true);
    setActiveId(next?.id);
    next?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const keys: Record<string, () => void> = {
      ArrowDown: () => move((index, count) => (index + 1) % Math.max(1, count)),
      ArrowUp: () => move((index, count) => (index <= 0 ? count : index) - 1),
      Escape: leave,
      Enter: () => {
        const [first] = listOptions();
        const chosen = listOptions().find(({ id }) => id === activeId) ?? first;
        // The results may still belong to the previous query; commands do not.
        if (chosen?.matches('[data-command], :not([aria-busy="true"] *)') === true) chosen.click();
      },
    };
    const act = keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const onBlur = ({ relatedTarget }: FocusEvent): void => {
    if (!(relatedTarget instanceof Node) || box.current?.contains(relatedTarget) !== true) close();
  };
  return (
    <search ref={box} className={classes.search} data-open={isOpen || undefined} onBlur={onBlur}>
      <button
        type="button"
        id={BUTTON_ID}
        className={classes.opener}
        aria-label={t('search.label')}
        aria-expanded={isOpen}
        onClick={() => {
          setIsOpen(true);
          focus(SEARCH_FIELD_ID);
        }}
      >
        <IconSearch size={21} stroke={1.6} aria-hidden />
      </button>
      <div className={classes.field}>
        <IconSearch size={18} stroke={1.6} aria-hidden className={classes.icon} />
        <input
          id={SEARCH_FIELD_ID}
          className={classes.input}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          role="combobox"
          aria-label={t('search.label')}
          aria-autocomplete="list"
          aria-expanded={hasPanel && isLongEnough}
          aria-controls={hasPanel && isLongEnough ? SEARCH_LIST_ID : undefined}
          aria-activedescendant={activeId}
          aria-keyshortcuts="/"
          placeholder={t('search.placeholder')}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          maxLength={LONGEST_SEARCH}
          value={text}
          onFocus={({ relatedTarget }) => {
            if (relatedTarget === null || box.current?.contains(relatedTarget) !== true)
              before.current = relatedTarget;
            setIsOpen(true);
          }}
          onChange={({ currentTarget: { value } }) => {
            setText(value);
            setActiveId(undefined);
            setIsOpen(true);
          }}
          onKeyDown={onKeyDown}
        />
        {text === '' ? (
          <kbd className={classes.key} aria-hidden>
            /
          </kbd>
        ) : (
          <button
            type="button"
            className={classes.clear}
            aria-label={t('search.clear')}
            onClick={() => {
              setText('');
              setActiveId(undefined);
              focus(SEARCH_FIELD_ID);
            }}
          >
            <IconX size={16} stroke={1.8} aria-hidden />
          </button>
        )}
        <button type="button" className={classes.cancel} onClick={leave}>
          {t('common.cancel')}
        </button>
      </div>
      {hasPanel && (
        <div className={panelClasses.panel}>
          {isLongEnough ? (
            <Suspense fallback={<p className={panelClasses.hint}>{t('search.searching')}</p>}>
              <SearchPanel
                text={text.trim()}
                activeId={activeId}
                onReach={(id) => {
                  setActiveId(id);
                  focus(SEARCH_FIELD_ID);
                }}
                onChosen={close}
              />
            </Suspense>
          ) : (
            <p className={panelClasses.hint}>{t('search.tooShort')}</p>
          )}
        </div>
      )}
    </search>
  );
}
