import type { PaymentLink } from '@dasbor/contract/payment-link-terms';
import { Menu, Text } from '@mantine/core';
import {
  IconBrandWhatsapp,
  IconCopy,
  IconCopyPlus,
  IconLink,
  IconLinkOff,
  IconMail,
  IconPencil,
  IconPlayerPlay,
  IconQrcode,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useInactiveReason } from '../api/merchant-activity.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { RowMenu } from '../ui/row-menu.tsx';
import { EmailModal } from './email-modal.tsx';
import { canEdit } from './link-labels.ts';
import { useLinkAction } from './mutations.ts';
import { QrModal } from './qr-modal.tsx';
import { useShare } from './use-share.ts';
import { messages } from './messages.ts';

type Opened = 'email' | 'qr' | 'deactivate' | null;

/** Actions of one link of the list. */
export function LinkMenu({ link }: { link: PaymentLink }) {
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  return (
    // Clicks in the menu must not open the row.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- it only stops what the row would do
    <span onClick={(event) => event.stopPropagation()}>
      <RowMenu label={messages().menu.label(link.title)} width_px={210}>
        <Items link={link} onOpen={setOpened} />
      </RowMenu>
      {opened === 'email' && <EmailModal link={link} opened onClose={close} />}
      {opened === 'qr' && <QrModal link={link} opened onClose={close} />}
      {opened === 'deactivate' && <DeactivateModal link={link} opened onClose={close} />}
    </span>
  );
}

function Items({ link, onOpen }: { link: PaymentLink; onOpen: (what: Opened) => void }) {
  const t = messages();
  const navigate = useNavigate();
  const may_manage = useHasAccess('Payment Links', 'manage');
  const { copy, openWhatsapp, reason } = useShare(link);
  const { mutate: move } = useLinkAction(link.id);
  const toForm = (search: { edit: string } | { from: string }) => void navigate({ to: '/payment-link/create', search });
  const refusal = may_manage ? undefined : t.read_only;
  const inactive = useInactiveReason('payments');
  return (
    <>
      <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => void copy()}>
        {t.menu.copy}
      </Menu.Item>
      <Menu.Item leftSection={<IconQrcode size={15} />} onClick={() => onOpen('qr')}>
        {t.menu.qr}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconBrandWhatsapp size={15} />}
        disabled={reason !== undefined}
        title={reason}
        onClick={openWhatsapp}
      >
        {t.menu.whatsapp}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconMail size={15} />}
        disabled={reason !== undefined}
        title={reason}
        onClick={() => onOpen('email')}
      >
        {t.menu.email}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconPencil size={15} />}
        disabled={!may_manage || !canEdit(link)}
        title={refusal ?? (canEdit(link) ? undefined : t.ended)}
        onClick={() => toForm({ edit: link.id })}
      >
        {t.menu.edit}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconCopyPlus size={15} />}
        disabled={!may_manage}
        title={refusal}
        onClick={() => toForm({ from: link.id })}
      >
        {t.menu.duplicate}
      </Menu.Item>
      {(link.status === 'draft' || link.status === 'inactive') && (
        <Menu.Item
          leftSection={link.status === 'draft' ? <IconPlayerPlay size={15} /> : <IconLink size={15} />}
          disabled={(refusal ?? inactive) !== undefined}
          title={refusal ?? inactive}
          onClick={() => move('activate')}
        >
          {t.menu.activate}
        </Menu.Item>
      )}
      {link.status === 'active' && (
        <Menu.Item
          leftSection={<IconLinkOff size={15} />}
          disabled={!may_manage}
          title={refusal}
          onClick={() => onOpen('deactivate')}
        >
          {t.menu.deactivate}
        </Menu.Item>
      )}
    </>
  );
}

/** Confirms a deactivation and explains what happens to payments in progress. */
export function DeactivateModal(props: { link: PaymentLink; opened: boolean; onClose: () => void }) {
  const t = messages();
  const { link, opened, onClose } = props;
  const { mutate: move, isPending } = useLinkAction(link.id);
  return (
    <ConfirmModal
      opened={opened}
      title={t.deactivate.title}
      confirm={t.menu.deactivate}
      is_dangerous
      is_busy={isPending}
      onConfirm={() => move('deactivate', { onSettled: onClose })}
      onClose={onClose}
    >
      <Text>{t.deactivate.text(link.title)}</Text>
    </ConfirmModal>
  );
}
