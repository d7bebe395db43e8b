import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { NotAvailablePage } from '../ui/not-available-page.tsx';
import { PublicFrame } from '../ui/public-frame.tsx';
import { Logo } from './logo.tsx';

/** A public screen that does not exist yet, with the way to the one that does. */
export const publicNotBuilt = (title: string) =>
  function PublicNotBuilt() {
    return (
      <PublicFrame logo={<Logo height={40} />}>
        <NotAvailablePage title={title} />
        <Anchor component={Link} to="/login" ta="center" display="block">
          Sign in
        </Anchor>
      </PublicFrame>
    );
  };
