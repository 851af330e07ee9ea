import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '#web/api-client/use-session.ts';
import { useWriter } from '#web/api-client/writer.queries.ts';
import type { Message } from '#contract/messages/message.ts';
import { paths } from './paths.ts';

const WITHOUT_MODEL = /_without_model$|^questions_english_only$/u;

/** Suggests connecting a language model where it would help, or asking an administrator by name. */
export function ConnectModelHint({ reason }: { reason: Message | null | undefined }) {
  return reason != null && WITHOUT_MODEL.test(reason.code) ? <Hint /> : null;
}

function Hint() {
  const { t } = useTranslation();
  const { user } = useSession();
  const { data } = useWriter();
  if (user?.is_staff === true) {
    return (
      <Text size="sm" mt={4}>
        <Link to={paths.languageModel}>{t('quizzes.connectModel')}</Link>
      </Text>
    );
  }
  // A model may have been connected since the quiz was made.
  if (data === undefined || data.writer !== null) return null;
  const [name] = data.administrators;
  return (
    <Text size="sm" mt={4} dir="auto">
      {name === undefined ? t('quizzes.askAdministrator') : t('quizzes.askAdministratorNamed', { name })}
    </Text>
  );
}
