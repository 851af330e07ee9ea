/** What the dialog around the editor may ask of it. */
export interface QuizEditorHandle {
  /** Returns to reading once everything is saved, or asks about unsaved changes. */
  leave: () => void;
}
