/** The alert of a low payout balance: looked at when the balance moves, told once per fall. */
import { createHash } from 'node:crypto';
import type { Body } from '@dasbor/contract/route';
import type { savePayoutAlert } from '@dasbor/contract/payout-balance';
import type { Rupiah } from '@dasbor/contract/money';
import { type AuditActor, recordAudit } from '../audit/record.ts';
import { enqueue } from '../db/enqueue.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { Problem } from '../http/problem.ts';
import { balanceOf } from '../ledger/balance.ts';
import { type Mail, MailError } from '../mail/mailer.ts';
import {
  findAlert,
  findBrandName,
  findPayoutAccount,
  insertMails,
  isWanted,
  listUnsentMails,
  lockAlert,
  markMail,
  payoutMoved,
  saveAlert,
  updateAlert,
} from './alert-queries.ts';
import { alertStep } from './rules.ts';

/** 'Balance below threshold' in the catalogue of notifications (domain 1.21). */
const LOW_BALANCE_ACTION = 1008;

/** Tells the recipients of a fall below the threshold, once, until the balance was at it or above again. */
export async function checkPayoutBalance(deps: Pick<Deps, 'db' | 'clock' | 'env'>, merchant_id: string): Promise<void> {
  await asMerchant(deps.db, merchant_id, async (tx) => {
    const alert = await lockAlert(tx);
    if (alert === undefined) return;
    const balance = await balanceOf(tx, await findPayoutAccount(tx));
    const now = deps.clock.now();
    const step = alertStep({ ...alert, balance });
    if (step === 'keep') return;
    if (step === 'recover') {
      await updateAlert(tx, { is_below: false, updated_at: now });
      return;
    }
    const is_wanted = alert.recipients.length > 0 && (await isWanted(tx, LOW_BALANCE_ACTION));
    if (!is_wanted || alert.threshold === null) {
      await updateAlert(tx, { is_below: true, updated_at: now });
      return;
    }
    const crossing = alert.crossings + 1;
    await updateAlert(tx, { is_below: true, crossings: crossing, last_alert_at: now, updated_at: now });
    const host = new URL(deps.env.PUBLIC_URL).hostname;
    const { threshold } = alert;
    await insertMails(
      tx,
      alert.recipients.map((recipient) => ({
        crossing,
        recipient,
        message_id: messageIdOf(merchant_id, crossing, recipient, host),
        threshold,
        balance,
        created_at: now,
      })),
    );
    await enqueue(
      tx,
      'send_payout_alert',
      { merchant_id, crossing },
      { job_key: `send_payout_alert:${merchant_id}:${crossing}` },
    );
  });
}

/** Sends what is not sent yet of one fall. Throws when a mail server asked to try again. */
export async function sendPayoutAlert(deps: Deps, merchant_id: string, crossing: number): Promise<void> {
  const { brand_name, mails } = await asMerchant(deps.db, merchant_id, async (tx) => ({
    brand_name: await findBrandName(tx),
    mails: await listUnsentMails(tx, crossing),
  }));
  let failure: MailError | null = null;
  for (const { recipient, ...mail } of mails) {
    const key = { crossing, recipient };
    try {
      await deps.mailer.send(mailOf(recipient, brand_name, mail, deps.env.PUBLIC_URL));
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      if (error.code === 'temporary') failure = error;
      else await asMerchant(deps.db, merchant_id, (tx) => markMail(tx, key, { error: error.message.slice(0, 200) }));
      continue;
    }
    await asMerchant(deps.db, merchant_id, (tx) => markMail(tx, key, { sent_at: deps.clock.now() }));
  }
  if (failure !== null) throw failure;
}

const messageIdOf = (merchant_id: string, crossing: number, recipient: string, host: string): string => {
  const who = createHash('sha256').update(recipient.toLowerCase()).digest('hex').slice(0, 16);
  return `<payout-${merchant_id}.${crossing}.${who}@${host}>`;
};

/** `Rp 1.234.567`, for people. */
const rupiahText = (value: Rupiah): string => `Rp ${String(value).replaceAll(/\B(?=(\d{3})+$)/g, '.')}`;

function mailOf(
  recipient: string,
  brand_name: string,
  mail: { message_id: string; threshold: Rupiah; balance: Rupiah },
  public_url: string,
): Mail {
  const name = brand_name.replaceAll(/\p{Cc}/gu, ' ');
  return {
    to: recipient,
    message_id: mail.message_id,
    subject: `Low payout balance of ${name}: ${rupiahText(mail.balance)}`,
    text: [
      `The payout balance of ${name} is ${rupiahText(mail.balance)}.`,
      `You asked to be told when it falls below ${rupiahText(mail.threshold)}.`,
      '',
      `Top it up: ${new URL('/deposit-va', public_url).href}`,
      '',
      'You will not be told again before the balance has been above that amount.',
      'Amount and recipients are changed in the dashboard under Deposit VA, Alert.',
      '',
    ].join('\n'),
  };
}

/** The alert as it is shown. */
export async function readAlert(tx: MerchantTx) {
  const alert = await findAlert(tx);
  const balance = await balanceOf(tx, await findPayoutAccount(tx));
  const { threshold = null, recipients = [], last_alert_at = null } = alert ?? {};
  return { threshold, recipients, balance, is_below: threshold !== null && balance < threshold, last_alert_at };
}

/** Saves the alert and has it looked at. Refuses with 422 `recipients_missing` and `duplicate_recipient`. */
export async function changeAlert(
  tx: MerchantTx,
  { threshold, recipients }: Body<typeof savePayoutAlert>,
  { actor, ip, now }: { actor: AuditActor; ip: string | null; now: Date },
): Promise<void> {
  if (threshold !== null && recipients.length === 0) {
    throw new Problem(422, 'recipients_missing', 'Name at least one recipient, or switch the alert off.');
  }
  if (new Set(recipients.map((each) => each.toLowerCase())).size < recipients.length) {
    throw new Problem(422, 'duplicate_recipient', 'This email is already added.');
  }
  const before = await lockAlert(tx);
  // Another threshold is another question: the old answer does not keep anybody from being told.
  const is_below = before !== undefined && before.threshold === threshold && before.is_below;
  await saveAlert(tx, { threshold, recipients, is_below }, now);
  await recordAudit(tx, {
    at: now,
    actor,
    ip,
    action: 'payout_alert.changed',
    object_type: 'payout_alert',
    object_id: null,
    before: before && { threshold: before.threshold, recipients: before.recipients },
    after: { threshold, recipients },
  });
  await payoutMoved(tx);
}
