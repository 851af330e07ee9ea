/** The player, as far as the studio needs it. */
export interface StudioClock {
  subscribe: (listener: () => void) => () => void;
  getSecond: () => number;
  playPart: (startSecond: number, endSecond: number) => void;
}
