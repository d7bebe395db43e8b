import type { PaymentLink } from '@dasbor/contract/payment-link-terms';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconBrandWhatsapp, IconCopy, IconExternalLink, IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { Panel } from '../ui/panel.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { EmailModal } from './email-modal.tsx';
import { LinkQr } from './qr-modal.tsx';
import { useShare } from './use-share.ts';
import classes from './payment-link.module.css';
import { messages } from './messages.ts';

/** The URL of the link, its QR code and the ways to share it. */
export function SharePanel({ link }: { link: PaymentLink }) {
  const t = messages();
  const [is_mailing, setMailing] = useState(false);
  const { copy, openWhatsapp, reason } = useShare(link);
  return (
    <Panel title={t.share.title}>
      <Stack gap="md">
        <code className={classes.url}>{link.url}</code>
        <Group gap="xs">
          <Button leftSection={<IconCopy size={15} aria-hidden />} onClick={() => void copy()}>
            {t.share.copy}
          </Button>
          <ActionButton
            variant="default"
            disabled_reason={reason}
            leftSection={<IconBrandWhatsapp size={15} aria-hidden />}
            onClick={openWhatsapp}
          >
            {t.share.whatsapp}
          </ActionButton>
          <ActionButton
            variant="default"
            disabled_reason={reason}
            leftSection={<IconMail size={15} aria-hidden />}
            onClick={() => setMailing(true)}
          >
            {t.share.email}
          </ActionButton>
          <Button
            variant="default"
            component="a"
            href={link.url}
            target="_blank"
            rel="noopener noreferrer"
            leftSection={<IconExternalLink size={15} aria-hidden />}
          >
            {t.share.open}
          </Button>
        </Group>
        <LinkQr link={link} size_px={200} />
        <Text fz="sm" c="dimmed" ta="center">
          {t.share.qr_hint}
        </Text>
      </Stack>
      <EmailModal link={link} opened={is_mailing} onClose={() => setMailing(false)} />
    </Panel>
  );
}
