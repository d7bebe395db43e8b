import { bankShortName } from '@dasbor/contract/bank';
import { setMerchantChannels } from '@dasbor/contract/merchant-channels';
import type { MerchantDetail } from '@dasbor/contract/merchant-fields';
import { LINK_CHANNELS } from '@dasbor/contract/payment-link-terms';
import { Group, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { Panel } from '../ui/panel.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { useUnsavedChanges } from '../ui/unsaved-changes.tsx';
import { BankCredentialsPanel } from './bank-credentials-panel.tsx';
import { messages } from './messages.ts';
import { useMerchantChange } from './mutations.ts';
import { sectionMessages } from './section-messages.ts';

/** The channels through which the merchant creates payments. */
export function ChannelsTab({ merchant }: { merchant: MerchantDetail }) {
  const t = sectionMessages().channels;
  const may_manage = useHasAccess('Merchant finance', 'manage');
  const [off, setOff] = useState<MerchantDetail['disabled_channels']>(merchant.disabled_channels);
  const is_dirty = off.toSorted().join() !== merchant.disabled_channels.toSorted().join();
  useUnsavedChanges(is_dirty);
  const save = useMerchantChange(
    () => call(setMerchantChannels, { params: { merchant_id: merchant.id }, body: { disabled_channels: off } }),
    { done: t.saved },
  );
  return (
    <Stack gap="md">
      <Panel title={messages().tabs.channels}>
        <Stack gap="md" maw={640}>
          <Text c="dimmed">{t.line}</Text>
          {LINK_CHANNELS.map((channel) => (
            <Switch
              key={channel}
              label={channel === 'QRIS' ? 'QRIS' : t.virtual_account(bankShortName(channel))}
              checked={!off.includes(channel)}
              disabled={!may_manage}
              onChange={(event) =>
                setOff(event.currentTarget.checked ? off.filter((each) => each !== channel) : [...off, channel])
              }
            />
          ))}
          <Group justify="flex-end">
            <ActionButton
              disabled_reason={may_manage ? undefined : messages().denied}
              loading={save.isPending}
              disabled={may_manage && !is_dirty}
              onClick={() => save.mutate(undefined)}
            >
              {messages().save}
            </ActionButton>
          </Group>
        </Stack>
      </Panel>
      <BankCredentialsPanel merchant_id={merchant.id} />
    </Stack>
  );
}
