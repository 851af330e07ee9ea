import { useTranslation } from 'react-i18next';
import { changeQuestion } from './change-questions.ts';
import { EXPLANATION_MAXIMUM_LENGTH } from './editor-limits.ts';
import type { EditorQuestion } from './editor-question.ts';
import { GrowingField } from './growing-field.tsx';
import type { EditQuestions } from './use-question-editing.ts';

export function ExplanationField({
  question: { key, explanation },
  number,
  edit,
}: {
  question: EditorQuestion;
  number: number;
  edit: EditQuestions;
}) {
  const { t } = useTranslation();
  return (
    <GrowingField
      label={t('editor.explanation')}
      labelMore={t('editor.ofQuestion', { number })}
      maxLength={EXPLANATION_MAXIMUM_LENGTH}
      value={explanation}
      onChange={(text) =>
        edit(
          'text',
          key,
          changeQuestion(key, (before) => ({ ...before, explanation: text })),
          `${key}.explanation`,
        )
      }
    />
  );
}
