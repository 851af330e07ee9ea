import { Drawing } from './drawing.tsx';

export const TranscriptDrawing = () => (
  <Drawing>
    <path data-accent d="M22 54v12M30 44v32M38 34v52M46 46v28M54 40v40M62 52v16" />
    <path d="M74 60h10M80 55l5 5-5 5" />
    <path d="M96 36h44M96 48h36M96 60h44M96 72h30M96 84h38" />
  </Drawing>
);
