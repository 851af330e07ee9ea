import { MantineProvider, localStorageColorSchemeManager } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { RouterProvider } from 'react-router/dom';
import { getSession, subscribeToSession } from '../api-client/session.ts';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

const colorScheme = localStorageColorSchemeManager({ key: 'colorScheme' });

export function App() {
  useEffect(() => forgetOthersData(), []);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colorScheme}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** What one person was shown must not be there for the next who signs in on the same page. */
function forgetOthersData(): () => void {
  let userId = getSession().user?.id;
  return subscribeToSession(() => {
    const now = getSession().user?.id;
    if (now !== userId) queryClient.clear();
    userId = now;
  });
}
