import { lazy, Suspense, type ReactNode } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { sectionPath } from './administration-paths.ts';
import { SectionSkeleton } from './section-skeleton.tsx';

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
const ModelsSection = lazy(async () => ({ default: (await import('./models-section.tsx')).ModelsSection }));
const StorageSection = lazy(async () => ({
  default: (await import('./storage-section.tsx')).StorageSection,
}));
const SystemSection = lazy(async () => ({ default: (await import('./system-section.tsx')).SystemSection }));
const AuditSection = lazy(async () => ({ default: (await import('./audit-section.tsx')).AuditSection }));

/** Everything under `/admin`. @param notFound shown at an address under it that leads nowhere. */
export function AdministrationScreen({ notFound }: { notFound: ReactNode }) {
  return (
    <Suspense fallback={<SectionSkeleton />}>
      <Routes>
        <Route index element={<Navigate to={sectionPath('accounts')} replace />} />
        <Route path="accounts" element={<AccountsSection />} />
        <Route path="accounts/:accountId" element={<AccountSection />} />
        <Route path="registration" element={<RegistrationSection />} />
        <Route path="invitations" element={<InvitationsSection />} />
        <Route path="jobs" element={<JobsSection />} />
        <Route path="models" element={<ModelsSection />} />
        <Route path="storage" element={<StorageSection />} />
        <Route path="system" element={<SystemSection />} />
        <Route path="audit" element={<AuditSection />} />
        <Route path="*" element={notFound} />
      </Routes>
    </Suspense>
  );
}
