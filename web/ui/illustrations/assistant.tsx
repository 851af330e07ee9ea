import { Drawing } from './drawing.tsx';

export const AssistantDrawing = () => (
  <Drawing>
    <path d="M28 22h60a6 6 0 0 1 6 6v20a6 6 0 0 1-6 6H50l-12 10V54H28a6 6 0 0 1-6-6V28a6 6 0 0 1 6-6z" />
    <path d="M34 34h46M34 43h28" />
    <path
      data-accent
      d="M72 66h60a6 6 0 0 1 6 6v22a6 6 0 0 1-6 6h-10v9l-12-9H72a6 6 0 0 1-6-6V72a6 6 0 0 1 6-6z"
    />
    <path d="M78 78h46M78 88h20" />
    <rect data-evidence x="106" y="83" width="22" height="10" rx="5" />
  </Drawing>
);
