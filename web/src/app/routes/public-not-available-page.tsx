import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { NotAvailablePage } from '../../ui/not-available-page.tsx';
import { PublicFrame } from '../../ui/public-frame.tsx';
import { Logo } from '../shell/logo.tsx';
import { type Messages, messages } from './messages.ts';

/** Placeholder of a public screen, with a link to sign-in. */
export const PublicNotAvailablePage = ({ title }: { title: keyof Messages['titles'] }) => (
  <PublicFrame logo={<Logo height={40} />}>
    <NotAvailablePage title={messages().titles[title]} />
    <Anchor component={Link} to="/login" ta="center" display="block">
      {messages().sign_in}
    </Anchor>
  </PublicFrame>
);
