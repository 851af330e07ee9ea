import { Drawing } from './drawing.tsx';

export const CourseManagementDrawing = () => (
  <Drawing>
    <path d="M20 96h120" />
    <path d="M30 96V40h16v56M46 96V48h14v48" />
    <path d="M34 50h8M34 86h8M50 58h6" />
    <path data-accent d="M66 90V30h20v60z" />
    <path data-accent d="M71 41h10M71 47h10" />
    <path d="M92 96V44h16v52M108 96l10-50 15 3-10 47" />
    <path d="M96 54h8M96 86h8" />
    <path d="M76 20v-8M72 16l4-5 4 5" />
  </Drawing>
);
