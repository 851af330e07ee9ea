import { IconCheck } from '@tabler/icons-react';
import classes from './account.module.css';

/** A short confirmation next to the button. The element stays, so that screen readers announce what appears in it. */
export function DoneNote({ text }: { text: string | undefined }) {
  return (
    <p role="status" className={classes.done}>
      {text !== undefined && (
        <>
          <IconCheck size={18} aria-hidden />
          {text}
        </>
      )}
    </p>
  );
}
