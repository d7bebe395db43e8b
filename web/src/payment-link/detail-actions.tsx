import * as duration from '@dasbor/contract/duration';
import type { PaymentLink } from '@dasbor/contract/payment-link-terms';
import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { IconCopyPlus, IconPencil } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { toProblem } from '../api/problem.ts';
import { useInactiveReason } from '../api/merchant-activity.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { fromLocalTime, toLocalTime } from '../list/local-time.ts';
import { useNow } from '../ui/clock.ts';
import { DateField } from '../ui/date-field.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { canEdit } from './link-labels.ts';
import { useExtendLink, useLinkAction } from './mutations.ts';
import { DeactivateModal } from './link-menu.tsx';
import { messages } from './messages.ts';

/** Actions of the link; disabled ones explain why. */
export function DetailActions({ link }: { link: PaymentLink }) {
  const t = messages();
  const [opened, setOpened] = useState<'extend' | 'deactivate' | null>(null);
  const navigate = useNavigate();
  const may_manage = useHasAccess('Payment Links', 'manage');
  const { mutate: move, isPending } = useLinkAction(link.id);
  const no_right = may_manage ? undefined : t.read_only;
  const inactive = useInactiveReason('payments');
  const ended = canEdit(link) ? undefined : t.actions.ended;
  const close = () => setOpened(null);
  const toForm = (search: { edit: string } | { from: string }) => void navigate({ to: '/payment-link/create', search });
  return (
    <>
      <ActionButton
        variant="default"
        disabled_reason={no_right ?? ended}
        leftSection={<IconPencil size={15} aria-hidden />}
        onClick={() => toForm({ edit: link.id })}
      >
        {t.menu.edit}
      </ActionButton>
      <ActionButton
        variant="default"
        disabled_reason={no_right}
        leftSection={<IconCopyPlus size={15} aria-hidden />}
        onClick={() => toForm({ from: link.id })}
      >
        {t.menu.duplicate}
      </ActionButton>
      {link.expires_at !== null && canEdit(link) && (
        <ActionButton variant="default" disabled_reason={no_right} onClick={() => setOpened('extend')}>
          {t.actions.extend}
        </ActionButton>
      )}
      {link.status === 'active' && (
        <ActionButton variant="default" disabled_reason={no_right} onClick={() => setOpened('deactivate')}>
          {t.menu.deactivate}
        </ActionButton>
      )}
      {(link.status === 'draft' || link.status === 'inactive') && (
        <ActionButton disabled_reason={no_right ?? inactive} loading={isPending} onClick={() => move('activate')}>
          {t.menu.activate}
        </ActionButton>
      )}
      <DeactivateModal link={link} opened={opened === 'deactivate'} onClose={close} />
      <Modal
        opened={opened === 'extend'}
        onClose={close}
        title={t.actions.extend_title}
        centered
        closeButtonProps={{ 'aria-label': t.close }}
      >
        <ExtendForm link={link} onClose={close} />
      </Modal>
    </>
  );
}

const DAYS = [1, 3, 7, 30] as const;

function ExtendForm({ link, onClose }: { link: PaymentLink; onClose: () => void }) {
  const t = messages();
  const now = useNow(60_000);
  const present_ms = Math.max(Date.parse(link.expires_at ?? ''), now.getTime());
  const later = (days: number) => toLocalTime(new Date(present_ms + duration.days(days)).toISOString());
  const [until, setUntil] = useState(() => later(1));
  const [refused, setRefused] = useState<string | null>(null);
  const { mutate: extend, isPending } = useExtendLink(link.id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const expires_at = fromLocalTime(until);
    if (expires_at === undefined) return setRefused(t.actions.enter_time);
    return extend(expires_at, { onSuccess: onClose, onError: (error) => setRefused(toProblem(error).detail) });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {refused !== null && (
          <Alert color="red.9" variant="light" role="alert">
            {refused}
          </Alert>
        )}
        <Group gap={6}>
          {DAYS.map((days) => (
            <Button key={days} size="compact-sm" variant="default" onClick={() => setUntil(later(days))}>
              {t.actions.days(days)}
            </Button>
          ))}
        </Group>
        <DateField label={t.actions.new_expiry} with_time value={until} onChange={setUntil} data_autofocus />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {t.actions.extend}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
