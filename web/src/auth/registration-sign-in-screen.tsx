import { Anchor, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AccountPage } from './account-page.tsx';
import { messages } from './register-messages.ts';

export interface RegistrationSignInScreenProps {
  logo: ReactNode;
  /** Which page of the registration was opened. */
  page: 'flow' | 'enterprise' | 'personal';
  /** Its address, to which the sign-in leads back. */
  path: string;
}

/** A page of the registration for people who are not signed in: they sign in, or create an account. */
export function RegistrationSignInScreen({ logo, page, path }: RegistrationSignInScreenProps) {
  const t = messages();
  return (
    <AccountPage logo={logo} title={t.continue_titles[page]} line={t.continue_line} footer={null}>
      <Button component="a" href={`/login?redirect=${encodeURIComponent(path)}`} size="md">
        {t.sign_in}
      </Button>
      <Anchor component={Link} to="/register" ta="center" display="block">
        {t.new_account}
      </Anchor>
    </AccountPage>
  );
}
