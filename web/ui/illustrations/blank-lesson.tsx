import { Drawing } from './drawing.tsx';

/** A screen and a sheet, waiting for the first lesson. */
export const BlankLessonDrawing = () => (
  <Drawing>
    <rect x="22" y="26" width="84" height="56" rx="6" />
    <path data-accent d="M57 44l18 10-18 10z" />
    <path d="M64 82v12M48 94h32" />
    <path data-filled d="M100 48h28l10 10v42h-38z" />
    <path d="M128 48v10h10M108 70h22M108 79h22M108 88h13" />
  </Drawing>
);
