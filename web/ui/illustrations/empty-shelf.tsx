import { Drawing } from './drawing.tsx';

/** A shelf with one leaning book: room for courses. */
export const EmptyShelfDrawing = () => (
  <Drawing>
    <path d="M18 92h124M18 98h124" />
    <path d="M30 98v10M130 98v10" />
    <path d="M36 92V48h12v44M48 92V56h9v36" />
    <path d="M38.500 56h7M38.500 84h7" />
    <path data-accent d="M66 91.500L80 46l12 3.700-14 42z" />
    <path data-accent d="M79 56l7 2.200" />
    <path d="M112 92c0-8 4-12 9-12s9 4 9 12" />
    <path d="M121 80c0-9-5-12-9-13 0 7 3 11 9 13zM121 76c0-8 4-12 9-13 0 7-3 11-9 13z" />
  </Drawing>
);
