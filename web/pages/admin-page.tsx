import { Suspense } from 'react';
import { useSession } from '../api-client/use-session.ts';
import { Component as NotFoundPage } from '../app/not-found-page.tsx';
import { AdministrationScreen } from '../features/administration/load-administration.ts';

/** `/admin/…`: for administrators; to others there is nothing at this address. */
export function Component() {
  const isAdministrator = useSession().user?.is_staff === true;
  if (!isAdministrator) return <NotFoundPage />;
  return (
    <Suspense>
      <AdministrationScreen notFound={<NotFoundPage />} />
    </Suspense>
  );
}
