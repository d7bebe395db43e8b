import type { PaymentLink } from '@dasbor/contract/payment-link-terms';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconBrandWhatsapp, IconCopy, IconExternalLink, IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { Panel } from '../ui/panel.tsx';
import { ReasonedButton } from '../ui/reasoned-button.tsx';
import { EmailModal } from './email-modal.tsx';
import { LinkQr } from './qr-modal.tsx';
import { useShare } from './use-share.ts';
import classes from './payment-link.module.css';

/** The address, its picture, and every way to the customer. */
export function SharePanel({ link }: { link: PaymentLink }) {
  const [is_mailing, setMailing] = useState(false);
  const { copy, openWhatsapp, reason } = useShare(link);
  return (
    <Panel title="Link">
      <Stack gap="md">
        <code className={classes.url}>{link.url}</code>
        <Group gap="xs">
          <Button leftSection={<IconCopy size={15} aria-hidden />} onClick={() => void copy()}>
            Copy link
          </Button>
          <ReasonedButton
            variant="default"
            reason={reason}
            leftSection={<IconBrandWhatsapp size={15} aria-hidden />}
            onClick={openWhatsapp}
          >
            WhatsApp
          </ReasonedButton>
          <ReasonedButton
            variant="default"
            reason={reason}
            leftSection={<IconMail size={15} aria-hidden />}
            onClick={() => setMailing(true)}
          >
            E-mail
          </ReasonedButton>
          <Button
            variant="default"
            component="a"
            href={link.url}
            target="_blank"
            rel="noopener noreferrer"
            leftSection={<IconExternalLink size={15} aria-hidden />}
          >
            Open
          </Button>
        </Group>
        <LinkQr link={link} size_px={200} />
        <Text fz="sm" c="dimmed" ta="center">
          A picture of the address, for any camera. The customer chooses on the page how to pay.
        </Text>
      </Stack>
      <EmailModal link={link} opened={is_mailing} onClose={() => setMailing(false)} />
    </Panel>
  );
}
