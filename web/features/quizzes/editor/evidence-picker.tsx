import { useTranslation } from 'react-i18next';
import { SentencePicker } from '#web/ui/sentence-picker.tsx';
import { changeQuestion } from './change-questions.ts';
import type { EditorQuestion } from './editor-question.ts';
import type { EditQuestions } from './use-question-editing.ts';

/** The lesson's sentences, to choose the one that a question rests on. */
export function EvidencePicker({
  question,
  number,
  lessonId,
  edit,
  onClose,
}: {
  question: EditorQuestion;
  number: number;
  lessonId: number;
  edit: EditQuestions;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const right = question.options.filter((option) => option.isCorrect).map(({ text }) => text);
  return (
    <SentencePicker
      lessonId={lessonId}
      label={t('editor.pickerOf', { number })}
      hint={t('editor.searchHint')}
      nearest={[question.text, ...right].join(' ').trim()}
      onChoose={(evidence) => {
        edit(
          'evidence',
          question.key,
          changeQuestion(question.key, (before) => ({ ...before, evidence })),
        );
        onClose();
      }}
      onClose={onClose}
    />
  );
}
