import '../ui/base-styles.ts';
import { Center, Loader, MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { cssVariablesResolver, theme } from '../ui/theme.ts';
import { getCspNonce } from './page/page-settings.ts';
import { rehydrate } from './session/persisted-state.ts';
import type { AppRouter } from './routes/router.ts';
import { messages } from './messages.ts';

/** The theme, for the app and for tests of single parts. */
export const ThemeProvider = ({ children, env = 'default' }: { children: ReactNode; env?: 'default' | 'test' }) => (
  <MantineProvider
    // Tests run without transitions.
    env={env}
    theme={theme}
    cssVariablesResolver={cssVariablesResolver}
    defaultColorScheme="auto"
    getStyleNonce={getCspNonce}
    // All variables are written at run time: their stylesheet would be larger than the code that generates them.
    deduplicateCssVariables={false}
  >
    {children}
  </MantineProvider>
);

/** Waits for the persisted state before showing content (specification section 1). */
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
