import '../ui/base-styles.ts';
import { Center, Loader, MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { cssVariablesResolver, theme } from '../ui/theme.ts';
import { cspNonce } from './page/page-settings.ts';
import { rehydrate } from './session/persisted-state.ts';
import type { AppRouter } from './routes/router.ts';
import { messages } from './messages.ts';

/** The theme, for the app and for tests of single parts. */
export const ThemeProvider = ({ children, env = 'default' }: { children: ReactNode; env?: 'default' | 'test' }) => (
  <MantineProvider
    // Tests do without transitions: what opens is there at once.
    env={env}
    theme={theme}
    cssVariablesResolver={cssVariablesResolver}
    defaultColorScheme="auto"
    getStyleNonce={cspNonce}
    // The variables are written at run time, all of them: their stylesheet would weigh more than the code that knows them.
    deduplicateCssVariables={false}
  >
    {children}
  </MantineProvider>
);

/** Shows nothing of the app before the persisted state is back (specification section 1). */
export function RehydrationGate({ children }: { children: ReactNode }) {
  const [is_ready, setReady] = useState(false);
  useEffect(() => {
    void rehydrate().finally(() => setReady(true));
  }, []);
  if (is_ready) return children;
  return (
    <Center mih="100dvh">
      <Loader aria-label={messages().loading} role="status" />
    </Center>
  );
}

export const App = ({ router, env = 'default' }: { router: AppRouter; env?: 'default' | 'test' }) => (
  <ThemeProvider env={env}>
    <RehydrationGate>
      <RouterProvider router={router} />
    </RehydrationGate>
  </ThemeProvider>
);
