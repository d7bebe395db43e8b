/** Head of an invitation: inviter and workspace, or why it was refused. */
import { roleLabel } from '@dasbor/contract/labels';
import type { checkInvitation } from '@dasbor/contract/register-member';
import type { Output } from '@dasbor/contract/route';
import { Alert, Text, Title } from '@mantine/core';
import { currentLanguage } from '../ui/define-messages.ts';
import { formatInstant } from '../ui/instant.tsx';
import { messages } from './register-member-messages.ts';

export type Invitation = Output<typeof checkInvitation>['data'];

export const InvitationHeader = ({ invitation }: { invitation: Invitation }) => {
  const t = messages();
  const { merchant_name, is_staff, invited_by, role, role_name, expires_at } = invitation;
  return (
    <div>
      <Title order={1} fz={22}>
        {is_staff ? t.staff_title : t.title(merchant_name)}
      </Title>
      <Text c="dimmed">{t.line(invited_by, role_name ?? roleLabel(role, currentLanguage()))}</Text>
      <Text c="dimmed" fz="sm">
        {t.until(formatInstant(expires_at))}
      </Text>
    </div>
  );
};

export const ErrorAlert = ({ detail }: { detail: string }) => (
  <Alert color="red" variant="light" role="alert" styles={{ message: { color: 'var(--mantine-color-error)' } }}>
    {detail}
  </Alert>
);
