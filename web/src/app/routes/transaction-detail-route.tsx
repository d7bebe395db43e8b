import { PricingButton } from '../../fee-rule/pricing-sheet.tsx';
import { RefundButton } from '../../refund/refund-button.tsx';
import { RefundPanel } from '../../refund/refund-panel.tsx';
import { RefundSheet } from '../../refund/refund-sheet.tsx';
import { TransactionDetailScreen } from '../../transaction/detail-screen.tsx';
import { NotePanel } from '../../transaction-note/note-panel.tsx';
import { ObjectWebhooks } from '../../webhook/object-webhooks.tsx';
import { ResendWebhookButton } from '../../webhook/resend-webhook.tsx';

/** A payment, with the actions and panels of other features. */
export const TransactionDetailRoute = () => (
  <TransactionDetailScreen
    pricing={() => <PricingButton is_quiet />}
    actions={(transaction) => (
      <>
        <RefundButton transaction={transaction} />
        <ResendWebhookButton object_ids={[transaction.id]} />
      </>
    )}
    panels={(transaction) => (
      <>
        <RefundPanel transaction={transaction} />
        <RefundSheet transaction_id={transaction.id} />
        <NotePanel transaction_id={transaction.id} />
        <ObjectWebhooks object_id={transaction.id} />
      </>
    )}
  />
);
