import { Drawing } from './drawing.tsx';

export const LostPageDrawing = () => (
  <Drawing>
    <path d="M20 96h120" />
    <path d="M34 96V52c10-4 20-3 28 3 8-6 18-7 28-3v44" />
    <path d="M62 55v41" />
    <path data-accent d="M104 30l26 8-10 34-26-8z" />
    <path data-accent d="M108 42l14 4M106 50l14 4M104 58l8 2.500" />
    <path d="M96 84c4 3 8 4 12 3" strokeDasharray="2 5" />
  </Drawing>
);
