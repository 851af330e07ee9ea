/** What a program around the child is told. All paths are absolute. */
export interface ConfinedView {
  /** Code and libraries. */
  readonly programPaths: readonly string[];
  /** Folders within `programPaths` that are not to be seen. */
  readonly hiddenPaths: readonly string[];
  readonly readablePaths: readonly string[];
  /** The program that runs inside, and its arguments. */
  readonly command: readonly string[];
}
