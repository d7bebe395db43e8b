import { resendWebhookEvents } from '@dasbor/contract/webhook';
import { WEBHOOK_RESENDS_MAX } from '@dasbor/contract/webhook-fields';
import { Menu } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { call } from '../api/call.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { messages } from './messages.ts';
import { useWebhookChange } from './mutations.ts';

/** Sends the latest event of each object again. Undefined without access to webhooks. */
function useResend(object_ids: string[], onDone?: () => void) {
  const t = messages();
  const may_see = useHasAccess('API', 'view');
  const may_manage = useHasAccess('API', 'manage');
  const resend = useWebhookChange(() => call(resendWebhookEvents, { body: { object_ids } }), {
    done: ({ data }) => t.log.resent(data.count),
    ...(onDone === undefined ? {} : { onDone }),
  });
  if (!may_see) return undefined;
  const reason = !may_manage
    ? t.denied
    : object_ids.length > WEBHOOK_RESENDS_MAX
      ? t.resend.max(WEBHOOK_RESENDS_MAX)
      : undefined;
  return { reason, is_busy: resend.isPending, send: () => resend.mutate(undefined) };
}

interface ResendWebhookProps {
  object_ids: string[];
  is_compact?: boolean;
  onDone?: () => void;
}

/** Button of a detail screen, or of a selection. Renders nothing without access to webhooks. */
export function ResendWebhookButton({ object_ids, is_compact = false, onDone }: ResendWebhookProps) {
  const resend = useResend(object_ids, onDone);
  if (resend === undefined) return null;
  return (
    <ActionButton
      variant="default"
      {...(is_compact ? { size: 'compact-sm' } : {})}
      disabled_reason={resend.reason}
      loading={resend.is_busy}
      leftSection={<IconWebhook size={is_compact ? 14 : 16} aria-hidden />}
      onClick={resend.send}
    >
      {messages().resend.button}
    </ActionButton>
  );
}

/** Item of the menu of a row. */
export function ResendWebhookItem({ object_id }: { object_id: string }) {
  const resend = useResend([object_id]);
  if (resend === undefined) return null;
  return (
    <Menu.Item
      leftSection={<IconWebhook size={15} />}
      disabled={resend.is_busy || resend.reason !== undefined}
      title={resend.reason}
      onClick={resend.send}
    >
      {messages().resend.button}
    </Menu.Item>
  );
}
