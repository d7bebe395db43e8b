import { Button, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { PublicFrame } from '../ui/public-frame.tsx';
import { messages } from './messages.ts';
import { SecurityPanels } from './security-panels.tsx';

export interface EnrolmentScreenProps {
  logo: ReactNode;
  /** Loads the profile again: it says whether a second factor is still missing. */
  onContinue: () => void;
  onSignOut: () => void;
}

/** Before anything else: a second factor is required for the account, and the user has none. */
export function EnrolmentScreen({ logo, onContinue, onSignOut }: EnrolmentScreenProps) {
  const t = messages().enrolment;
  return (
    <PublicFrame logo={logo}>
      <Stack gap="md">
        <div>
          <Title order={1} fz={22}>
            {t.title}
          </Title>
          <Text c="dimmed">{t.line}</Text>
        </div>
        <SecurityPanels />
        <Button onClick={onContinue}>{t.continue}</Button>
        <Button variant="subtle" onClick={onSignOut}>
          {t.sign_out}
        </Button>
      </Stack>
    </PublicFrame>
  );
}
