import { listDepositVas } from '@dasbor/contract/deposit-va';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useInactiveReason } from '../api/merchant-activity.ts';
import { useLive } from '../api/live.ts';
import { buildQueryKey, buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { AddNumber } from './add-number.tsx';
import classes from './deposit-va.module.css';
import { DepositsPanel } from './deposits-panel.tsx';
import { TransfersPanel } from './transfers-panel.tsx';
import { NumbersPanel } from './numbers-panel.tsx';
import { PayoutPanel } from './payout-panel.tsx';
import { messages } from './messages.ts';

/** The payout balance, its transfers, deposit VAs and deposits. */
export function DepositVaListScreen() {
  const t = messages();
  const client = useQueryClient();
  const navigate = useNavigate();
  const may_manage = useHasAccess('Deposit VA', 'manage');
  const inactive_reason = useInactiveReason('payouts');
  const [is_adding, setAdding] = useState(false);
  const search = useSearch({ from: '/protected/deposit-va' });
  const numbers = useQuery({ ...buildQuery(listDepositVas), meta: { quiet: true } });
  useLive(({ topic }) => {
    if (topic === 'deposit-va' || topic === 'resync')
      void client.invalidateQueries({ queryKey: buildQueryKey(listDepositVas) });
  });
  const add = (
    <ActionButton
      disabled_reason={may_manage ? inactive_reason : t.add.denied}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setAdding(true)}
    >
      {t.add.button}
    </ActionButton>
  );
  const setMoving = (next: boolean) =>
    void navigate({
      to: '/deposit-va',
      search: { ...search, move: next ? '1' : undefined },
      resetScroll: false,
    });
  return (
    <>
      <PageHeader title={t.title} line={t.line} actions={add} />
      <div className={classes.stack}>
        <PayoutPanel is_moving={search['move'] !== undefined} onMove={setMoving} />
        <TransfersPanel />
        <NumbersPanel query={numbers} action={add} />
      </div>
      <DepositsPanel />
      <AddNumber opened={is_adding} known={numbers.data?.data ?? []} onClose={() => setAdding(false)} />
    </>
  );
}
