/**
 * What the parts that bring Lectern up need of a logger: plain sentences for the person at the terminal.
 * A pino logger fits.
 */
export interface StartupLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
