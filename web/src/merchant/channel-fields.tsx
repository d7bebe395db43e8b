import { bankShortName } from '@dasbor/contract/bank';
import { LINK_CHANNELS } from '@dasbor/contract/payment-link-terms';
import { Switch, Text } from '@mantine/core';
import { memo } from 'react';
import { Panel } from '../ui/panel.tsx';
import type { MerchantForm } from './form.ts';
import classes from './merchant.module.css';
import { messages } from './messages.ts';
import { sectionMessages } from './section-messages.ts';

interface ChannelFieldsProps {
  /** Channels that are off. */
  off: MerchantForm['disabled_channels'];
  onChange: (part: Partial<MerchantForm>) => void;
}

/** The channels through which a merchant creates payments, in its form. */
export const ChannelFields = memo(({ off, onChange }: ChannelFieldsProps) => {
  const t = sectionMessages().channels;
  return (
    <Panel title={messages().tabs.channels}>
      <Text c="dimmed" mb="md">
        {t.line}
      </Text>
      <div className={classes.pair}>
        {LINK_CHANNELS.map((channel) => (
          <Switch
            key={channel}
            label={channel === 'QRIS' ? 'QRIS' : t.virtual_account(bankShortName(channel))}
            checked={!off.includes(channel)}
            onChange={(event) => {
              const is_on = event.currentTarget.checked;
              onChange({ disabled_channels: is_on ? off.filter((each) => each !== channel) : [...off, channel] });
            }}
          />
        ))}
      </div>
    </Panel>
  );
});
