/** What the dialog around the editor may ask of it. */
export interface QuizEditorHandle {
  /** Goes back to reading once everything is saved, or asks what is to become of what is not. */
  leave: () => void;
}
