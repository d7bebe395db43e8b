import {
  type Announcement,
  deleteAnnouncement,
  endAnnouncement,
  publishAnnouncement,
} from '@dasbor/contract/announcement';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { useNow } from '../ui/clock.ts';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { formatInstant } from '../ui/instant.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { AnnouncementModal } from './announcement-modal.tsx';
import { messages } from './messages.ts';
import { useAnnouncementChange } from './mutations.ts';

const TICK_MS = 30_000;
const CONFIRMED = { publish: publishAnnouncement, end: endAnnouncement, delete: deleteAnnouncement } as const;
type Confirmed = keyof typeof CONFIRMED;
const DONE = { publish: 'published', end: 'ended', delete: 'deleted' } as const;

/** The actions on an announcement in its status. */
export function Actions({ row }: { row: Announcement }) {
  const { detail: t, denied } = messages();
  const reason = useHasAccess('Announcements', 'manage') ? undefined : denied;
  const [open, setOpen] = useState<Confirmed | 'edit' | null>(null);
  const close = () => setOpen(null);
  if (row.status === 'ended') return null;
  return (
    <>
      {row.status === 'draft' ? (
        <>
          <ActionButton variant="default" disabled_reason={reason} onClick={() => setOpen('delete')}>
            {t.delete}
          </ActionButton>
          <ActionButton variant="default" disabled_reason={reason} onClick={() => setOpen('edit')}>
            {t.edit}
          </ActionButton>
          <ActionButton disabled_reason={reason} onClick={() => setOpen('publish')}>
            {t.publish}
          </ActionButton>
        </>
      ) : (
        <ActionButton variant="default" disabled_reason={reason} onClick={() => setOpen('end')}>
          {t.end}
        </ActionButton>
      )}
      {open === 'edit' && <AnnouncementModal edited={row} onClose={close} />}
      {open !== null && open !== 'edit' && <ActionModal row={row} action={open} onClose={close} />}
    </>
  );
}

interface ActionModalProps {
  row: Announcement;
  action: Confirmed;
  onClose: () => void;
}

/** Says what the action does before it is confirmed. */
function ActionModal({ row, action, onClose }: ActionModalProps) {
  const { detail: t } = messages();
  const navigate = useNavigate();
  const change = useAnnouncementChange<unknown>(() => call(CONFIRMED[action], { params: { id: row.id } }), {
    done: t[DONE[action]],
    onDone: () => (action === 'delete' ? void navigate({ to: '/announcement' }) : onClose()),
  });
  return (
    <ConfirmModal
      opened
      title={t[`${action}_title`]}
      confirm={t[action]}
      is_dangerous={action !== 'publish'}
      is_busy={change.isPending}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      {action === 'publish' ? <PublishEffect row={row} /> : t[`${action}_line`]}
    </ConfirmModal>
  );
}

function PublishEffect({ row }: { row: Announcement }) {
  const { detail: t, merchant_count } = messages();
  const merchants = merchant_count(row.merchant_count);
  const is_now = Date.parse(row.starts_at) <= useNow(TICK_MS).getTime();
  const sentences = [
    is_now ? t.publish_now(merchants) : t.publish_line(merchants, formatInstant(row.starts_at)),
    row.is_emailed ? t.publish_email : null,
    t.publish_final,
  ];
  return sentences.filter((sentence) => sentence !== null).join(' ');
}
