import { Drawing } from './drawing.tsx';

export const SummaryDrawing = () => (
  <Drawing>
    <path d="M24 28h40M24 38h40M24 48h34M24 58h40M24 68h40M24 78h28M24 88h38" />
    <path d="M72 58h12M79 53l5 5-5 5" />
    <rect x="94" y="34" width="46" height="50" rx="6" />
    <path data-accent d="M102 47h2M102 59h2M102 71h2" />
    <path d="M110 47h22M110 59h18M110 71h22" />
  </Drawing>
);
