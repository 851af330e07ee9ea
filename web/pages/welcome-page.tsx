import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EvidenceSample } from '../features/accounts/evidence-sample.tsx';
import classes from '../features/accounts/welcome.module.css';
import { useRegistrationOptions } from '../features/accounts/use-registration-options.ts';
import { signInTexts } from '../locales/en/sign-in-texts.ts';
import { addTexts } from '../ui/add-texts.ts';
import { AnalyticsDrawing } from '../ui/illustrations/analytics.tsx';
import { AssistantDrawing } from '../ui/illustrations/assistant.tsx';
import { CourseManagementDrawing } from '../ui/illustrations/course-management.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { paths } from '../ui/paths.ts';

addTexts(signInTexts);

/** `/welcome`: what the product is, and the ways in. */
export function Component() {
  const { t } = useTranslation();
  const options = useRegistrationOptions();
  return (
    <div className={classes.page}>
      <div className={classes.hero}>
        <div>
          <PageTitle>{t('accounts.heroTitle')}</PageTitle>
          <p className={classes.lead}>{t('accounts.heroText')}</p>
          {options?.awaits_first_administrator === true && (
            <p className={classes.notice} role="status">
              <strong>{t('access.firstTitle')}</strong> {t('access.firstText')}
            </p>
          )}
          <div className={classes.actions}>
            <LinkButton to={paths.register} size="large">
              {t('accounts.getStarted')}
            </LinkButton>
            <LinkButton to={paths.login} size="large" look="outlined">
              {t('accounts.login')}
            </LinkButton>
          </div>
        </div>
        <EvidenceSample />
      </div>
      <ul className={classes.features} aria-label={t('accounts.featuresTitle')}>
        <li className={classes.feature}>
          <CourseManagementDrawing />
          <Title order={2}>{t('accounts.courseManagement')}</Title>
          <p>{t('accounts.courseManagementText')}</p>
        </li>
        <li className={classes.feature}>
          <AssistantDrawing />
          <Title order={2}>{t('accounts.aiAssistant')}</Title>
          <p>{t('accounts.aiAssistantText')}</p>
        </li>
        <li className={classes.feature}>
          <AnalyticsDrawing />
          <Title order={2}>{t('accounts.analytics')}</Title>
          <p>{t('accounts.analyticsText')}</p>
        </li>
      </ul>
    </div>
  );
}
