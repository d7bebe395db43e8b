import type { Transaction } from '@dasbor/contract/transaction';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useHasAccess } from '../../api/signed-in.ts';
import { PricingButton } from '../../fee-rule/pricing-sheet.tsx';
import { BulkRefund } from '../../refund/bulk-refund.tsx';
import { DuplicatePaymentsList } from '../../refund/duplicate-payments-list.tsx';
import { RefundDialog } from '../../refund/refund-dialog.tsx';
import { RefundItem } from '../../refund/refund-item.tsx';
import { AwaitingList, RefundList } from '../../refund/refund-list.tsx';
import { RefundTabs, type RefundView, parseRefundView } from '../../refund/refund-views.tsx';
import { TransactionListScreen } from '../../transaction/list-screen.tsx';
import { ResendWebhookButton, ResendWebhookItem } from '../../webhook/resend-webhook.tsx';

const SCREENS: Record<RefundView, (props: { tabs: React.ReactNode }) => React.JSX.Element> = {
  refunds: RefundList,
  'awaiting-approval': AwaitingList,
  'duplicate-payments': DuplicatePaymentsList,
};

/** The list of payments, with the bulk actions of other features; refunds are further tabs. */
export function TransactionListRoute() {
  const { view: named } = useSearch({ from: '/protected/transaction' });
  const may_see = useHasAccess('Refunds', 'view');
  const [refunding, setRefunding] = useState<Transaction | null>(null);
  const view = may_see ? parseRefundView(named) : null;
  const Screen = view === null ? null : SCREENS[view];
  const tabs = may_see && <RefundTabs view={view} />;
  if (Screen !== null) return <Screen tabs={tabs} />;
  return (
    <>
      <TransactionListScreen
        header={<PricingButton />}
        tabs={tabs}
        bulk={(selected, done) => (
          <>
            <ResendWebhookButton is_compact object_ids={selected.map(({ id }) => id)} onDone={done} />
            <BulkRefund selected={selected} onDone={done} />
          </>
        )}
        row_items={(transaction) => (
          <>
            <ResendWebhookItem object_id={transaction.id} />
            <RefundItem transaction={transaction} onRefund={setRefunding} />
          </>
        )}
      />
      {refunding !== null && <RefundDialog transaction={refunding} opened onClose={() => setRefunding(null)} />}
    </>
  );
}
