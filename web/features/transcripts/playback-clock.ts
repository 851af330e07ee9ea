/** The video's position, as far as a transcript needs it. */
export interface PlaybackClock {
  subscribe: (listener: () => void) => () => void;
  getSecond: () => number;
  seek: (second: number) => void;
}
