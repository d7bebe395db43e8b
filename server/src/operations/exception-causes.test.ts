/**
 * Exceptions are caused by real failures and disappear with them. Failed settlements and refunds, deposits in review and
 * disputes come from the history of the sandbox (sandbox/history.test.ts), payments that are not allowed from static QR
 * codes (sticker/sticker.test.ts); ledger discrepancies, unmatched callbacks and failed jobs from exception-actions.test.ts.
 */
import { approveDisbursement, createDisbursement } from '@dasbor/contract/disbursement';
import * as duration from '@dasbor/contract/duration';
import { type ExceptionKind, RE_REVIEW_DEADLINE_DAYS, listExceptions } from '@dasbor/contract/operations';
import { createQrisPayment } from '@dasbor/contract/qris-payment';
import { startReReview } from '@dasbor/contract/verification';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTransfersDue } from '../../test/due-transfers.ts';
import { findFreePort } from '../../test/free-port.ts';
import { type ModelBank, startWithModelBank } from '../../test/model-bank.ts';
import { insertPaidPayment } from '../../test/paid-payment.ts';
import { topUpPayout } from '../../test/payout-fixture.ts';
import { type TestApp, startTestApp } from '../../test/test-app.ts';
import { createEndpoint, runWebhooks, startWebhookReceiver } from '../../test/webhook-receiver.ts';
import { sendDisbursement } from '../disbursement/send.ts';
import { JOBS } from '../jobs/registry.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';

const KOPI = KOPI_NUSANTARA.merchant_id;
let t: TestApp;
let model: ModelBank;
let count = 0;

beforeAll(async () => {
  ({ t, model } = await startWithModelBank());
  await topUpPayout(t, KOPI, 10_000_000);
});
afterAll(async () => {
  await t?.close();
});

/** Sessions expire while the clock of a test advances. */
async function list(kind: ExceptionKind, app = t) {
  const staff = await app.signIn('platform_admin@dasbor.example');
  return (await staff.ok(listExceptions)).data.filter((row) => row.kind === kind);
}
const headers = () => ({ 'idempotency-key': `cause-${++count}` });
const run = (name: string) => JOBS.find((job) => job.name === name)!.run(t.deps, {});

describe('disbursements', () => {
  /** Requests, approves and sends a disbursement to an account that behaves as `outcome` says. */
  async function pay(outcome: Parameters<ModelBank['setOutcome']>[1]): Promise<string> {
    const account_no = `80200${10_000 + ++count}`;
    model.setOutcome(account_no, outcome);
    const finance = await t.signIn('finance@kopi.example');
    const approver = await t.signIn('approver@kopi.example');
    const body = { bank_code: '014', account_no, amount: 100_000, merchant_reference: `CAUSE-${++count}` };
    const { id } = (await finance.ok(createDisbursement, { body, headers: headers() })).data;
    await approver.ok(approveDisbursement, { params: { id }, body: {}, headers: headers() });
    await sendDisbursement(t.deps, KOPI, id);
    return id;
  }
  const checkBank = async () => {
    await makeTransfersDue(t, KOPI);
    await run('sweep_bank_transfers');
  };

  test('the bank refuses one, and returns another one after it had succeeded', async () => {
    const refused = await pay('refused');
    const returned = await pay('returned');
    expect((await list('payout_failed')).map(({ object_id }) => object_id)).toEqual([refused]);
    t.clock.advance(duration.minutes(1));
    await checkBank();
    const rows = await list('payout_failed');
    expect(rows.map(({ object_id, state, merchant_id, amount }) => [object_id, state, merchant_id, amount])).toEqual([
      [refused, 'failed', KOPI, 100_000],
      [returned, 'reversed', KOPI, 100_000],
    ]);
  });

  test('the bank has not confirmed a transfer for over 30 minutes, until it does', async () => {
    const id = await pay('unknown_then_success');
    model.setOffline(true);
    t.clock.advance(duration.minutes(30));
    await checkBank();
    expect(await list('transfer_unresolved')).toEqual([]);
    t.clock.advance(1_000);
    expect(await list('transfer_unresolved')).toMatchObject([
      { object_id: id, merchant_id: KOPI, state: 'disbursement' },
    ]);
    model.setOffline(false);
    await checkBank();
    expect(await list('transfer_unresolved')).toEqual([]);
  });
});

test('a webhook endpoint whose receiver fails, until it responds; one that fails for days is disabled', async () => {
  const receiver = await startWebhookReceiver();
  receiver.respond = (_request, response) => response.writeHead(500).end();
  const { id } = await createEndpoint(await t.signIn('developer@kopi.example'), receiver.url);
  await insertPaidPayment(t, KOPI, { amount: 50_000 });
  await runWebhooks(t);
  expect(await list('webhook_failing')).toMatchObject([{ object_id: id, state: 'failing', reference: receiver.url }]);
  receiver.respond = (_request, response) => response.end();
  t.clock.advance(duration.hours(1));
  await runWebhooks(t);
  expect(await list('webhook_failing')).toEqual([]);

  receiver.respond = (_request, response) => response.writeHead(410).end();
  await insertPaidPayment(t, KOPI, { amount: 60_000 });
  await runWebhooks(t);
  expect(await list('webhook_failing')).toMatchObject([{ object_id: id, state: 'gone' }]);
  await receiver.close();
});

test('a re-review that nobody ended in 14 days', async () => {
  const compliance = await t.signIn('platform_compliance@dasbor.example');
  const reviewed = { merchant_id: BATIK_LESTARI.merchant_id };
  await compliance.ok(startReReview, { params: reviewed, body: { reason: 'The identity card expired' } });
  t.clock.advance(duration.days(RE_REVIEW_DEADLINE_DAYS));
  expect(await list('re_review_overdue')).toEqual([]);
  t.clock.advance(1_000);
  expect(await list('re_review_overdue')).toMatchObject([
    { object_id: reviewed.merchant_id, detail: 'The identity card expired' },
  ]);
});

test('a bank to which no connection is made, until it is older than the window', async () => {
  const alone = await startTestApp({ env: { BANK_URL: `http://127.0.0.1:${await findFreePort()}` } });
  const kopi = await alone.signIn('superadmin@kopi.example');
  for (let n = 0; n < 3; n++) {
    await kopi.call(createQrisPayment, { body: { amount: 10_000 }, headers: headers() });
  }
  expect(await list('bank_unavailable', alone)).toMatchObject([{ object_id: 'bank', state: 'unanswered', count: 3 }]);
  alone.clock.advance(duration.minutes(16));
  expect(await list('bank_unavailable', alone)).toEqual([]);
  await alone.close();
});
