import { setMerchantLimits } from '@dasbor/contract/merchant';
import type { MerchantDetail, MerchantLimits } from '@dasbor/contract/merchant-fields';
import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { formatRupiah } from '../ui/amount.tsx';
import { Panel } from '../ui/panel.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { useUnsavedChanges } from '../ui/unsaved-changes.tsx';
import classes from './merchant.module.css';
import { messages } from './messages.ts';
import { useMerchantChange } from './mutations.ts';

const NAMES = ['limit_per_payment', 'limit_per_day', 'limit_per_month', 'limit_per_payout'] as const;

/** The limits of a merchant, with what is used of them. */
export function LimitsTab({ merchant }: { merchant: MerchantDetail }) {
  const t = messages();
  const may_manage = useHasAccess('Merchant finance', 'manage');
  const [limits, setLimits] = useState<MerchantLimits>(() => pickLimits(merchant));
  const is_dirty = NAMES.some((name) => limits[name] !== merchant[name]);
  useUnsavedChanges(is_dirty);
  const save = useMerchantChange(
    () => call(setMerchantLimits, { params: { merchant_id: merchant.id }, body: limits }),
    { done: t.limits.saved },
  );
  const used: Partial<Record<(typeof NAMES)[number], number>> = {
    limit_per_day: merchant.volume_today_amount,
    limit_per_month: merchant.volume_month_amount,
  };
  return (
    <Panel title={t.tabs.limits}>
      <Stack gap="md" maw={640}>
        <Text c="dimmed">{t.limits.line}</Text>
        <div className={classes.pair}>
          {NAMES.map((name) => (
            <AmountField
              key={name}
              name={name}
              label={t.limits[name]}
              placeholder={t.limits.no_limit}
              disabled={!may_manage}
              value={limits[name]}
              onChange={(value) => setLimits((before) => ({ ...before, [name]: value === 0 ? null : value }))}
              {...(used[name] === undefined ? {} : { description: t.limits.used(formatRupiah(used[name])) })}
            />
          ))}
        </div>
        <Group justify="flex-end">
          <ActionButton
            disabled_reason={may_manage ? undefined : t.denied}
            loading={save.isPending}
            disabled={may_manage && !is_dirty}
            onClick={() => save.mutate(undefined)}
          >
            {t.save}
          </ActionButton>
        </Group>
      </Stack>
    </Panel>
  );
}

const pickLimits = ({ limit_per_payment, limit_per_day, limit_per_month, limit_per_payout }: MerchantDetail) => ({
  limit_per_payment,
  limit_per_day,
  limit_per_month,
  limit_per_payout,
});
