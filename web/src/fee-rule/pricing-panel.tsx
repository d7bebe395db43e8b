import { type FeeRuleWithState, listMerchantFeeRules } from '@dasbor/contract/fee-rule';
import { listStandardFeeRules } from '@dasbor/contract/standard-fee-rule';
import { Button, Stack, Switch, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { Panel } from '../ui/panel.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { AddRuleModal } from './add-rule-modal.tsx';
import { messages } from './messages.ts';
import { PriceLists } from './price-lists.tsx';
import { WithdrawRuleModal } from './withdraw-rule-modal.tsx';

/** Fee rules for the provider, every version: those of one merchant, or without a merchant the standard ones. */
export function PricingPanel({ merchant_id }: { merchant_id: string | null }) {
  const t = messages();
  const may_manage = useHasAccess('Merchant finance', 'manage');
  const [has_history, setHistory] = useState(false);
  const [is_adding, setAdding] = useState(false);
  const [withdrawn, setWithdrawn] = useState<FeeRuleWithState | null>(null);
  const standard = useQuery({
    ...buildQuery(listStandardFeeRules),
    enabled: merchant_id === null,
    meta: { quiet: true },
  });
  const agreed = useQuery({
    ...buildQuery(listMerchantFeeRules, { params: { merchant_id: merchant_id ?? '' } }),
    enabled: merchant_id !== null,
    meta: { quiet: true },
  });
  const rules = merchant_id === null ? standard : agreed;
  const withdrawal = (rule: FeeRuleWithState) =>
    may_manage && rule.state === 'upcoming' && rule.is_own === (merchant_id !== null) ? (
      <Button size="compact-sm" variant="default" onClick={() => setWithdrawn(rule)}>
        {t.agree.withdraw}
      </Button>
    ) : null;
  const shown = (rules.data?.data ?? []).filter(({ state }) => has_history || state !== 'ended');
  return (
    <Panel
      title={merchant_id === null ? t.agree.standard_title : t.agree.title}
      actions={
        <ActionButton
          size="compact-sm"
          disabled_reason={may_manage ? undefined : t.agree.denied}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t.agree.add}
        </ActionButton>
      }
    >
      <Stack gap="lg" maw={760}>
        <Text c="dimmed">{merchant_id === null ? t.agree.standard_line : t.agree.line}</Text>
        {rules.isPending && <ListSkeleton rows={6} />}
        {rules.isError && rules.data === undefined && (
          <FailedState
            detail={rules.error.detail}
            request_id={rules.error.request_id}
            onRetry={() => void rules.refetch()}
          />
        )}
        <PriceLists rules={shown} renderAction={withdrawal} />
        <Switch label={t.past} checked={has_history} onChange={(event) => setHistory(event.currentTarget.checked)} />
      </Stack>
      {withdrawn !== null && (
        <WithdrawRuleModal merchant_id={merchant_id} rule={withdrawn} onClose={() => setWithdrawn(null)} />
      )}
      {is_adding && <AddRuleModal merchant_id={merchant_id} onClose={() => setAdding(false)} />}
    </Panel>
  );
}
