import { LINK_CHANNELS, type LinkChannel } from '@dasbor/contract/payment-link-terms';
import { VA_BANKS, bankShortName } from '@dasbor/contract/bank';
import { Checkbox, NumberInput, Radio, Select, Stack, Text } from '@mantine/core';
import { DateField } from '../ui/date-field.tsx';
import { Panel } from '../ui/panel.tsx';
import { useLinkForm } from './form-context.ts';
import classes from './payment-link.module.css';
import { formMessages } from './form-messages.ts';

function formatChannel(channel: LinkChannel): string {
  const t = formMessages().methods;
  if (channel === 'QRIS') return t.qris;
  const bank = bankShortName(channel);
  return VA_BANKS.find((one) => one.channel === channel)?.from_any_bank ? t.va(bank) : t.va_own(bank);
}

/** Payment methods, fee bearer, usage limit and payment period. */
export function MethodFields() {
  const { form, errors, is_submitted, is_amount_fixed, change } = useLinkForm();
  const t = formMessages().methods;
  const getError = (path: string) => (is_submitted || errors[path] === errors['fee_bearer'] ? errors[path] : undefined);
  return (
    <Panel title={t.title}>
      <Stack gap="md">
        <Checkbox.Group
          label={t.offered}
          value={form.channels}
          error={is_submitted ? errors['channels'] : undefined}
          onChange={(next) => change({ channels: LINK_CHANNELS.filter((channel) => next.includes(channel)) })}
        >
          <div className={classes.pair} style={{ marginTop: 8, gap: 12 }}>
            {LINK_CHANNELS.map((channel) => (
              <Checkbox key={channel} value={channel} label={formatChannel(channel)} />
            ))}
          </div>
        </Checkbox.Group>
        <Radio.Group
          label={t.fee}
          value={form.fee_bearer}
          error={getError('fee_bearer')}
          onChange={(value) => change({ fee_bearer: value as 'merchant' | 'customer' })}
        >
          <Stack gap="sm" mt={8}>
            <Radio value="merchant" label={t.fee_merchant} disabled={is_amount_fixed} />
            <Radio value="customer" label={t.fee_customer} disabled={is_amount_fixed} />
          </Stack>
        </Radio.Group>
        <Period />
      </Stack>
    </Panel>
  );
}

const EXPIRIES = [
  { name: 'h1', expiry: 1 },
  { name: 'h24', expiry: 24 },
  { name: 'h72', expiry: 72 },
  { name: 'h168', expiry: 168 },
  { name: 'h720', expiry: 720 },
  { name: 'at', expiry: 'at' },
  { name: 'never', expiry: 'never' },
] as const;

function Period() {
  const { form, errors, is_submitted, change } = useLinkForm();
  const t = formMessages().methods;
  const ends = EXPIRIES.filter(({ expiry }) => expiry !== 'never' || form.type !== 'single_use');
  return (
    <div className={classes.pair}>
      <DateField
        label={t.starts}
        description={t.starts_hint}
        with_time
        value={form.starts_at}
        error={errors['starts_at']}
        touched={is_submitted}
        onChange={(starts_at) => change({ starts_at })}
      />
      <Select
        label={t.expires}
        description={t.expires_hint}
        allowDeselect={false}
        data={ends.map(({ name }) => ({ value: name, label: t.expiries[name] }))}
        value={ends.find(({ expiry }) => expiry === form.expiry)?.name ?? null}
        error={is_submitted && form.expiry !== 'at' ? errors['expires_at'] : undefined}
        onChange={(name) => change({ expiry: ends.find((end) => end.name === name)?.expiry ?? 24 })}
      />
      {form.expiry === 'at' && (
        <DateField
          label={t.expires_at}
          with_time
          value={form.expires_at}
          error={errors['expires_at']}
          touched={is_submitted || form.expires_at !== ''}
          onChange={(expires_at) => change({ expires_at })}
        />
      )}
      {form.type !== 'single_use' && (
        <div>
          <NumberInput
            label={t.usage_limit}
            description={t.usage_hint}
            hideControls
            allowDecimal={false}
            allowNegative={false}
            value={form.usage_limit ?? ''}
            error={is_submitted ? errors['usage_limit'] : undefined}
            onChange={(limit) => change({ usage_limit: limit === '' ? null : Number(limit) })}
          />
          <Text c="dimmed" fz="xs" mt={4}>
            {t.usage_note}
          </Text>
        </div>
      )}
    </div>
  );
}
