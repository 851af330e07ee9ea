import { MantineProvider, localStorageColorSchemeManager } from '@mantine/core';
import { AppRouter } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

const colorScheme = localStorageColorSchemeManager({ key: 'colorScheme' });

export const App = () => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    defaultColorScheme="auto"
    colorSchemeManager={colorScheme}
  >
    <AppRouter />
  </MantineProvider>
);
