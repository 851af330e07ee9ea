import { lazy } from 'react';

export const AdministrationScreen = lazy(async () => ({
  default: (await import('./administration-screen.tsx')).AdministrationScreen,
}));
