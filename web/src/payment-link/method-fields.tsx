import { LINK_CHANNELS, type LinkChannel } from '@dasbor/contract/payment-link-terms';
import { VA_BANKS } from '@dasbor/contract/bank';
import { Checkbox, NumberInput, Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import { Panel } from '../ui/panel.tsx';
import { useLinkForm } from './form-context.ts';
import classes from './payment-link.module.css';

const formatChannel = (channel: LinkChannel): string =>
  channel === 'QRIS'
    ? 'QRIS: any bank or wallet'
    : `${channel} virtual account${VA_BANKS.find((bank) => bank.channel === channel)?.from_any_bank ? '' : ` (${channel} customers)`}`;

/** How it can be paid, who bears the fee, how often and until when. */
export function MethodFields() {
  const { form, errors: faults, is_submitted, is_amount_fixed, change } = useLinkForm();
  const shown = (path: string) => (is_submitted || faults[path] === faults['fee_bearer'] ? faults[path] : undefined);
  return (
    <Panel title="Ways to pay">
      <Stack gap="md">
        <Checkbox.Group
          label="Offered to the customer"
          value={form.channels}
          error={is_submitted ? faults['channels'] : undefined}
          onChange={(next) => change({ channels: LINK_CHANNELS.filter((channel) => next.includes(channel)) })}
        >
          <div className={classes.pair} style={{ marginTop: 8, gap: 8 }}>
            {LINK_CHANNELS.map((channel) => (
              <Checkbox key={channel} value={channel} label={formatChannel(channel)} />
            ))}
          </div>
        </Checkbox.Group>
        <Radio.Group
          label="Who bears the fee"
          value={form.fee_bearer}
          error={shown('fee_bearer')}
          onChange={(value) => change({ fee_bearer: value as 'merchant' | 'customer' })}
        >
          <Stack gap={8} mt={8}>
            <Radio value="merchant" label="You: it is taken from what you receive" disabled={is_amount_fixed} />
            <Radio
              value="customer"
              label="The customer: fee and VAT are added on top (never with QRIS)"
              disabled={is_amount_fixed}
            />
          </Stack>
        </Radio.Group>
        <Period />
      </Stack>
    </Panel>
  );
}

const ENDS = [
  { name: '1 hour', expiry: 1 },
  { name: '24 hours', expiry: 24 },
  { name: '3 days', expiry: 72 },
  { name: '7 days', expiry: 168 },
  { name: '30 days', expiry: 720 },
  { name: 'At a time', expiry: 'at' },
  { name: 'Never', expiry: 'never' },
] as const;

function Period() {
  const { form, errors: faults, is_submitted, change } = useLinkForm();
  const ends = ENDS.filter(({ expiry }) => expiry !== 'never' || form.type !== 'single_use');
  return (
    <div className={classes.pair}>
      <TextInput
        type="datetime-local"
        label="Can be paid from (WIB)"
        description="Empty: at once"
        value={form.starts_at}
        error={is_submitted ? faults['starts_at'] : undefined}
        onChange={(event) => change({ starts_at: event.currentTarget.value })}
      />
      <Select
        label="Ends after"
        description="Nobody can begin to pay afterwards"
        allowDeselect={false}
        data={ends.map(({ name }) => name)}
        value={ends.find(({ expiry }) => expiry === form.expiry)?.name ?? null}
        error={is_submitted && form.expiry !== 'at' ? faults['expires_at'] : undefined}
        onChange={(name) => change({ expiry: ends.find((end) => end.name === name)?.expiry ?? 24 })}
      />
      {form.expiry === 'at' && (
        <TextInput
          type="datetime-local"
          label="Ends at (WIB)"
          value={form.expires_at}
          error={is_submitted || form.expires_at !== '' ? faults['expires_at'] : undefined}
          onChange={(event) => change({ expires_at: event.currentTarget.value })}
        />
      )}
      {form.type !== 'single_use' && (
        <div>
          <NumberInput
            label="Usage limit"
            description="Payments at most; empty: any number"
            hideControls
            allowDecimal={false}
            allowNegative={false}
            value={form.usage_limit ?? ''}
            error={is_submitted ? faults['usage_limit'] : undefined}
            onChange={(limit) => change({ usage_limit: limit === '' ? null : Number(limit) })}
          />
          <Text c="dimmed" fz="xs" mt={4}>
            The link is completed when it is reached.
          </Text>
        </div>
      )}
    </div>
  );
}
