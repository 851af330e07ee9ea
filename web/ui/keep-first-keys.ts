const LONGEST_MILLISECONDS = 4_000;
const TAKERS = '[role="dialog"], [data-takes-first-keys]';
let end: (() => void) | undefined;

const isEditable = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** Keeps what is typed while a dialog or an editor loads, and types it into its field that gets the focus. */
export function keepFirstKeys(): void {
  if (end !== undefined) return;
  let typed = '';
  const onKeyDown = (event: KeyboardEvent): void => {
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isText || event.isComposing || isEditable(event.target)) return;
    typed += event.key;
    // Neither a shortcut nor a second press of the button that opened the dialog.
    event.preventDefault();
    event.stopPropagation();
  };
  const onFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement) || target.closest(TAKERS) === null) return;
    if (!isEditable(target)) return;
    stop();
    // As typing does, so that the form notices.
    if (typed === '') return;
    target.setRangeText(typed, target.selectionStart ?? 0, target.selectionEnd ?? 0, 'end');
    target.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const stop = (): void => {
    clearTimeout(timer);
    document.removeEventListener('keydown', onKeyDown, { capture: true });
    document.removeEventListener('focusin', onFocus);
    end = undefined;
  };
  const timer = setTimeout(stop, LONGEST_MILLISECONDS);
  document.addEventListener('keydown', onKeyDown, { capture: true });
  document.addEventListener('focusin', onFocus);
  end = stop;
}
