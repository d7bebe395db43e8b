import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { NotAvailablePage } from '../../ui/not-available-page.tsx';
import { PublicFrame } from '../../ui/public-frame.tsx';
import { Logo } from '../shell/logo.tsx';
import { messages } from '../messages.ts';

/** Placeholder of a public screen that is not released yet, with a link to sign-in. */
export const publicNotBuilt = (title: () => string) =>
  function PublicNotBuilt() {
    return (
      <PublicFrame logo={<Logo height={40} />}>
        <NotAvailablePage title={title()} />
        <Anchor component={Link} to="/login" ta="center" display="block">
          {messages().account.sign_in}
        </Anchor>
      </PublicFrame>
    );
  };
