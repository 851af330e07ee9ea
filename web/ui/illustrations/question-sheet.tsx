import { Drawing } from './drawing.tsx';

export const QuestionSheetDrawing = () => (
  <Drawing>
    <path d="M46 18h52l16 16v68H46z" />
    <path d="M98 18v16h16" />
    <circle cx="60" cy="52" r="4.500" />
    <circle data-accent cx="60" cy="68" r="4.500" />
    <path data-accent d="M57.500 68l2 2 3.500-4" />
    <circle cx="60" cy="84" r="4.500" />
    <path d="M72 52h28M72 68h22M72 84h26M60 36h22" />
    <path data-evidence d="M118 60h20v18l-6 -4h-14z" />
  </Drawing>
);
