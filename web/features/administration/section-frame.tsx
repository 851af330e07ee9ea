import { Badge, NativeSelect } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { ComponentHealth } from '#contract/health.ts';
import { ApiError } from '#web/api-client/api-error.ts';
import { Link } from '#web/ui/link.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Skeletons } from '#web/ui/skeletons.tsx';
import { WhenLoaded as WhenLoadedOrFailed } from '#web/ui/when-loaded.tsx';
import { explainFailure as explain } from '#web/ui/word-message.ts';
import classes from './administration.module.css';
import { ADMINISTRATION_SECTIONS, type AdministrationSection } from '#contract/administration-sections.ts';
import { sectionPath } from './administration-paths.ts';

/** The header of each administration page: section navigation, title, description and main action. */
export function SectionFrame({
  section,
  title,
  help,
  action,
  children,
}: {
  section: AdministrationSection;
  /** Instead of the section's name. */
  title?: ReactNode;
  help?: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const name = t(`administration.sections.${section}`);
  return (
    <>
      <SectionNavigation current={section} />
      {title ?? (
        <div className={classes.head}>
          <div className={classes.headText}>
            <PageTitle tabTitle={`${name} · ${t('administration.title')}`}>{name}</PageTitle>
            {help !== undefined && <p className={classes.help}>{help}</p>}
          </div>
          {action}
        </div>
      )}
      {children}
    </>
  );
}

function SectionNavigation({ current }: { current: AdministrationSection }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <>
      <nav className={classes.navigation} aria-label={t('administration.title')}>
        <ul>
          {ADMINISTRATION_SECTIONS.map((section) => (
            <li key={section}>
              <Link to={sectionPath(section)} aria-current={section === current ? 'page' : undefined}>
                {t(`administration.sections.${section}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.phoneNavigation}>
        <NativeSelect
          aria-label={t('administration.section')}
          value={current}
          data={ADMINISTRATION_SECTIONS.map((section) => ({
            value: section,
            label: `${t('administration.title')}: ${t(`administration.sections.${section}`)}`,
          }))}
          onChange={({ currentTarget: { value } }) =>
            void navigate(sectionPath(value as AdministrationSection))
          }
        />
      </div>
    </>
  );
}

export function SectionSkeleton() {
  const { t } = useTranslation();
  return <Skeletons label={t('administration.loading')} heights={[56, 56, 56, 56]} />;
}

/** A failure shows the server's reason, so that someone who is no longer an administrator learns why. */
export function WhenLoaded<Data>({
  query,
  children,
}: {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch' | 'isFetching'>;
  children: (data: Data) => ReactNode;
}) {
  const { t } = useTranslation();
  const reason = query.error instanceof ApiError ? explain(t, query.error) : '';
  return (
    <WhenLoadedOrFailed
      query={query}
      failure={`${t('administration.failed')} ${reason}`.trim()}
      loading={<SectionSkeleton />}
    >
      {children}
    </WhenLoadedOrFailed>
  );
}

/** The message for a failed action: the server's reason, or that nothing was changed. */
export const explainFailure = (t: TFunction, error: Error): string =>
  explain(t, error, t('administration.notChanged'));

const COLORS = { ready: 'green', downloading: 'lapis', unavailable: 'red' } as const;

export const Mark = ({
  color,
  size = 'lg',
  children,
}: {
  color: string;
  size?: string;
  children: string;
}) => (
  <Badge component="span" variant="light" color={color} size={size} tt="none" miw="max-content">
    {children}
  </Badge>
);

/** A part of Lectern: its name, details and state. */
export const StatusRow = ({
  heading: Heading,
  name,
  state,
  label,
  children,
}: {
  heading: 'h2' | 'h3';
  name: string;
  state: ComponentHealth;
  label: string;
  children: ReactNode;
}) => (
  <li className={classes.row} data-status>
    <div>
      <Heading className={classes.rowTitle}>{name}</Heading>
      {children}
    </div>
    <Mark color={COLORS[state.status]}>{label}</Mark>
  </li>
);

export const Pairs = ({ pairs }: { pairs: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={classes.pairs}>
    {pairs.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd dir="auto">{value}</dd>
      </div>
    ))}
  </dl>
);
