import { Drawing } from './drawing.tsx';

export const AnalyticsDrawing = () => (
  <Drawing>
    <path d="M26 20v78h112" />
    <path d="M40 98V74h14v24M64 98V62h14v36M88 98V68h14v30M112 98V48h14v50" />
    <path data-accent d="M47 56l24-14 24 8 24-24" />
    <circle data-accent data-filled cx="47" cy="56" r="3.500" />
    <circle data-accent data-filled cx="71" cy="42" r="3.500" />
    <circle data-accent data-filled cx="95" cy="50" r="3.500" />
    <circle data-accent data-filled cx="119" cy="26" r="3.500" />
  </Drawing>
);
