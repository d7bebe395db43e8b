import { Anchor, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { PublicFrame } from '../ui/public-frame.tsx';
import { messages } from './account-messages.ts';

export interface AccountPageProps {
  logo: ReactNode;
  title: string;
  line?: string;
  children?: ReactNode;
  /** Below the content; by default a link back to sign-in; null for nothing. */
  footer?: ReactNode;
}

/** A public page of the account: title, one sentence and what follows. */
export function AccountPage({ logo, title, line, children, footer }: AccountPageProps) {
  useEffect(() => {
    document.title = `${title} · Dasbor`;
  }, [title]);
  return (
    <PublicFrame logo={logo}>
      <Stack gap="md">
        <div>
          <Title order={1} fz={22}>
            {title}
          </Title>
          {line && (
            <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {line}
            </Text>
          )}
        </div>
        {children}
        {footer === undefined ? (
          <Anchor component={Link} to="/login" ta="center" display="block">
            {messages().back_to_sign_in}
          </Anchor>
        ) : (
          footer
        )}
      </Stack>
    </PublicFrame>
  );
}
