import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { LessonFact } from '#contract/facts.ts';
import editor from '#web/locales/en/editor.json';
import { addTexts } from '#web/ui/add-texts.ts';
import { useDraft } from './editor.queries.ts';
import { EditorDesk, type QuizEditorHandle } from './editor-desk.tsx';
import { Skeletons } from '#web/ui/skeletons.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';

addTexts({ editor });

interface QuizEditorProps {
  questionSetId: number;
  /** A fact to start a question on. */
  fact?: LessonFact | undefined;
  /** Whether it is on the quiz's own page, whose heading names the quiz, and not in a dialog. */
  isPage?: boolean;
  ref?: Ref<QuizEditorHandle>;
  /** Called when nothing is unsaved any more, or need not be saved; with the new version when one was published. */
  onLeave: (publishedVersion?: number) => void;
}

/** The question editor: the draft of a set, or its published questions, to be edited. */
export function QuizEditor({ questionSetId, ...rest }: QuizEditorProps) {
  const { t } = useTranslation();
  return (
    <WhenLoaded
      query={useDraft(questionSetId)}
      failure={t('editor.loadFailed')}
      loading={<Skeletons label={t('editor.loading')} heights={[40, 220, 220]} />}
    >
      {(draft) => <EditorDesk draft={draft} {...rest} />}
    </WhenLoaded>
  );
}
