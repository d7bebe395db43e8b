/** The low-balance alert of the payout balance: checked when the balance changes, sent once per fall. */
import { localized } from '@dasbor/contract/language';
import type { Body } from '@dasbor/contract/route';
import type { savePayoutAlert } from '@dasbor/contract/payout-balance';
import { type AuditActor, recordAudit } from '../audit/record.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import { recordWebhookEvent } from '../db/webhook-events.ts';
import type { Deps } from '../deps.ts';
import { Problem } from '../http/problem.ts';
import { getBalance } from '../ledger/balance.ts';
import { enqueueNotification } from '../notification-email/outbox-queries.ts';
import {
  findAlert,
  getPayoutAccount,
  lockAlert,
  enqueueAlertCheck,
  upsertAlert,
  updateAlert,
} from './alert-queries.ts';
import { decideAlert } from './rules.ts';

/** 'Balance below threshold' in the catalogue of notifications (domain 1.21). */
const LOW_BALANCE_ACTION = 1008;

/** Notifies the recipients once when the balance falls below the threshold, until it recovered. */
export async function checkPayoutBalance(deps: Pick<Deps, 'db' | 'clock'>, merchant_id: string): Promise<void> {
  await asMerchant(deps.db, merchant_id, async (tx) => {
    const alert = await lockAlert(tx);
    if (alert === undefined) return;
    const balance = await getBalance(tx, await getPayoutAccount(tx));
    const now = deps.clock.now();
    const step = decideAlert({ ...alert, balance });
    if (step === 'none') return;
    if (step === 'recover') {
      await updateAlert(tx, { is_below: false, updated_at: now });
      return;
    }
    const { threshold, recipients: addresses } = alert;
    const is_notified = addresses.length > 0 && threshold !== null;
    const crossings = alert.crossings + 1;
    const notified = is_notified ? { crossings, last_alert_at: now } : {};
    await updateAlert(tx, { is_below: true, ...notified, updated_at: now });
    if (!is_notified) return;
    const data = { object: 'balance', balance, threshold };
    const key = `payout_alert.${crossings}`;
    await recordWebhookEvent(deps.db, tx, { type: 'balance.low', key, object_id: null, at: now, data });
    await enqueueNotification(tx, {
      event_id: `payout_alert.${crossings}`,
      action: LOW_BALANCE_ACTION,
      object_type: 'payout_alert',
      object_id: null,
      template_data: { balance, threshold },
      at: now,
      addresses,
    });
  });
}

/** The alert with the current balance. */
export async function getAlert(tx: MerchantTx) {
  const alert = await findAlert(tx);
  const balance = await getBalance(tx, await getPayoutAccount(tx));
  const { threshold = null, recipients = [], last_alert_at = null } = alert ?? {};
  return { threshold, recipients, balance, is_below: threshold !== null && balance < threshold, last_alert_at };
}

/** Saves the alert and enqueues a check. Returns 422 `recipients_missing` or `duplicate_recipient`. */
export async function changeAlert(
  tx: MerchantTx,
  { threshold, recipients }: Body<typeof savePayoutAlert>,
  context: { actor: AuditActor; ip: string | null; now: Date },
): Promise<void> {
  if (threshold !== null && recipients.length === 0) {
    throw new Problem(
      422,
      'recipients_missing',
      localized(
        'Enter at least one recipient, or turn the alert off.',
        'Masukkan setidaknya satu penerima, atau nonaktifkan peringatan.',
      ),
    );
  }
  if (new Set(recipients.map((each) => each.toLowerCase())).size < recipients.length) {
    throw new Problem(
      422,
      'duplicate_recipient',
      localized('This email is already added.', 'Email ini sudah ditambahkan.'),
    );
  }
  const before = await lockAlert(tx);
  // A new threshold starts a new cycle: recipients are notified again.
  const is_below = before !== undefined && before.threshold === threshold && before.is_below;
  await upsertAlert(tx, { threshold, recipients, is_below }, context.now);
  await recordAudit(context, tx, {
    action: 'payout_alert.changed',
    object_type: 'payout_alert',
    object_id: null,
    before: before && { threshold: before.threshold, recipients: before.recipients },
    after: { threshold, recipients },
  });
  await enqueueAlertCheck(tx);
}
