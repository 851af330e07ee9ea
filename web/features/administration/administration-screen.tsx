import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { Navigate, useParams } from 'react-router';
import { ADMINISTRATION_SECTIONS, type AdministrationSection } from '#contract/administration-sections.ts';
import administration from '#web/locales/en/administration.json';
import { addTexts } from '#web/ui/add-texts.ts';
import { sectionPath } from './administration-paths.ts';
import { SectionSkeleton } from './section-frame.tsx';

addTexts({ administration });

const AccountsSection = lazy(async () => ({
  default: (await import('./accounts-section.tsx')).AccountsSection,
}));
const AccountSection = lazy(async () => ({
  default: (await import('./account-section.tsx')).AccountSection,
}));
const RegistrationSection = lazy(async () => ({
  default: (await import('./registration-section.tsx')).RegistrationSection,
}));
const InvitationsSection = lazy(async () => ({
  default: (await import('./invitations-section.tsx')).InvitationsSection,
}));
const JobsSection = lazy(async () => ({ default: (await import('./jobs-section.tsx')).JobsSection }));
const LanguageModelSection = lazy(async () => ({
  default: (await import('./language-model/language-model-section.tsx')).LanguageModelSection,
}));
const ModelsSection = lazy(async () => ({ default: (await import('./models-section.tsx')).ModelsSection }));
const StorageSection = lazy(async () => ({
  default: (await import('./storage-section.tsx')).StorageSection,
}));
const SystemSection = lazy(async () => ({ default: (await import('./system-section.tsx')).SystemSection }));
const AuditSection = lazy(async () => ({ default: (await import('./audit-section.tsx')).AuditSection }));

const SECTION_SCREENS: Readonly<Record<AdministrationSection, ComponentType>> = {
  accounts: AccountsSection,
  registration: RegistrationSection,
  invitations: InvitationsSection,
  jobs: JobsSection,
  'language-model': LanguageModelSection,
  models: ModelsSection,
  storage: StorageSection,
  system: SystemSection,
  audit: AuditSection,
};

/** Everything under `/admin`. @param notFound shown at an address under it that leads nowhere. */
export function AdministrationScreen({ notFound }: { notFound: ReactNode }) {
  return (
    <Suspense fallback={<SectionSkeleton />}>
      <SectionAtAddress notFound={notFound} />
    </Suspense>
  );
}

/** Not with the router's own `Routes`, which would come with the first screen of everyone. */
function SectionAtAddress({ notFound }: { notFound: ReactNode }) {
  const { '*': rest = '' } = useParams();
  const [name, accountId, ...more] = rest.split('/').filter((part) => part !== '');
  if (name === undefined) return <Navigate to={sectionPath('accounts')} replace />;
  const section = ADMINISTRATION_SECTIONS.find((each) => each === name);
  if (section === undefined || more.length > 0) return notFound;
  if (accountId === undefined) {
    const SectionScreen = SECTION_SCREENS[section];
    return <SectionScreen />;
  }
  return section === 'accounts' ? <AccountSection key={accountId} accountId={accountId} /> : notFound;
}
