import { listMerchantFeeRules } from '@dasbor/contract/fee-rule';
import { Stack, Switch, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { buildQuery } from '../api/query.ts';
import { useMay } from '../api/signed-in.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { Panel } from '../ui/panel.tsx';
import { ReasonedButton } from '../ui/reasoned-button.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { AgreeModal } from './agree-modal.tsx';
import { messages } from './messages.ts';
import { PriceLists } from './price-lists.tsx';

/** The fee rules of one merchant, for the provider: every version, and new ones. */
export function MerchantPricingPanel({ merchant_id }: { merchant_id: string }) {
  const t = messages();
  const may_manage = useMay('Merchant finance', 'manage');
  const [has_history, setHistory] = useState(false);
  const [is_adding, setAdding] = useState(false);
  const rules = useQuery({ ...buildQuery(listMerchantFeeRules, { params: { merchant_id } }), meta: { quiet: true } });
  const shown = (rules.data?.data ?? []).filter(({ state }) => has_history || state !== 'past');
  return (
    <Panel
      title={t.agree.title}
      actions={
        <ReasonedButton
          size="compact-sm"
          reason={may_manage ? undefined : t.agree.denied}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t.agree.add}
        </ReasonedButton>
      }
    >
      <Stack gap="lg" maw={760}>
        <Text c="dimmed">{t.agree.line}</Text>
        {rules.isPending && <ListSkeleton rows={6} />}
        {rules.isError && rules.data === undefined && (
          <FailedState
            detail={rules.error.detail}
            request_id={rules.error.request_id}
            onRetry={() => void rules.refetch()}
          />
        )}
        <PriceLists rules={shown} />
        <Switch label={t.past} checked={has_history} onChange={(event) => setHistory(event.currentTarget.checked)} />
      </Stack>
      {is_adding && <AgreeModal merchant_id={merchant_id} onClose={() => setAdding(false)} />}
    </Panel>
  );
}
