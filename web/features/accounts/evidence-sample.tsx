import { useTranslation } from 'react-i18next';
import classes from './welcome.module.css';

/** The product's idea in one picture: a line of a transcript, and the summary point that rests on it. */
export function EvidenceSample() {
  const { t } = useTranslation();
  return (
    <figure className={classes.sample} aria-label={t('accounts.sampleLabel')}>
      <div className={classes.sampleHead}>
        <span className={classes.sampleTitle}>{t('accounts.sampleLesson')}</span>
        <span className={classes.small}>{t('accounts.sampleCourse')}</span>
      </div>
      <div className={classes.lines}>
        <span className={classes.time}>12:34</span>
        <p>
          {t('accounts.sampleBefore')} <mark>{t('accounts.sampleQuote')}</mark>
          {t('accounts.sampleAfter')}
        </p>
      </div>
      <div className={classes.point}>
        <div className={classes.pointHead}>
          <span className={classes.small}>{t('accounts.sampleSummary')}</span>
        </div>
        <p>
          {t('accounts.samplePoint')} <span className={classes.chip}>12:34</span>
        </p>
      </div>
    </figure>
  );
}
