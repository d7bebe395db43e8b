import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { NotAvailablePage } from '../../ui/not-available-page.tsx';
import { PublicFrame } from '../../ui/public-frame.tsx';
import { messages } from '../messages.ts';
import { Logo } from '../shell/logo.tsx';

/** Placeholder of a public screen, with a link to sign-in. */
export const PublicNotAvailablePage = ({ title }: { title: string }) => (
  <PublicFrame logo={<Logo height={40} />}>
    <NotAvailablePage title={title} />
    <Anchor component={Link} to="/login" ta="center" display="block">
      {messages().account.sign_in}
    </Anchor>
  </PublicFrame>
);
