/** Disbursements from the request to the bank and back, and every trouble on the way, against a model bank. */
import { createApiKey, rollApiKey } from '@dasbor/contract/api-settings';
import { approveRequest, listApprovals, rejectRequest } from '@dasbor/contract/approval';
import {
  cancelDisbursement,
  createDisbursement,
  getDisbursement,
  getDisbursementReceipt,
  listDisbursements,
  previewDisbursement,
  rejectDisbursement,
  retryDisbursement,
  summariseDisbursements,
} from '@dasbor/contract/disbursement';
import { describe, expect, test } from 'vitest';
import { getErrorCode } from '../../test/answer.ts';
import type { ModelBank } from '../../test/model-bank.ts';
import { findSplitIds, findUntranslatedCodes, readPdfText } from '../../test/pdf-text.ts';
import { listWebhookErrors } from '../../test/webhook-events.ts';
import { asMerchant } from '../db/tx.ts';
import { sendDisbursement } from './send.ts';
import {
  PAID,
  approve,
  approver,
  postDisbursement,
  readChanges,
  finance,
  headers,
  merchant_id,
  model,
  nextAccount,
  owner,
  readDisbursement,
  requestDisbursement,
  run,
  send,
  signIn,
  superadmin,
  t,
  setUpDisbursements,
  nextNumber,
} from '../../test/disbursement-fixture.ts';

setUpDisbursements();

/** Approves and sends. */
const pay = async (body: object = {}) => {
  const { id } = await requestDisbursement(body);
  expect((await approve(id)).statusCode).toBe(200);
  await send(id);
  return id;
};
/** The text of the receipt, which has names instead of codes. */
const readReceipt = async (id: string): Promise<string> => {
  const { rawPayload } = await finance.call(getDisbursementReceipt, { params: { id } });
  const text = readPdfText(rawPayload);
  expect([findUntranslatedCodes(text), findSplitIds(text)]).toEqual([[], []]);
  return text;
};
/** Lets time pass in steps, with the sweep of each. */
const pass = async (seconds: number, step = 10) => {
  for (let passed = 0; passed < seconds; passed += step) {
    t.clock.advance(step * 1_000);
    await run('sweep_bank_transfers');
  }
  // Sessions do not last that long.
  if (seconds > 300) await signIn();
};

/** Intrabank: Rp 1.500 and 11 % VAT. */
const FEE = { fee_amount: 1_500, fee_vat_amount: 165 };

describe('domain 1.12: from the request to the beneficiary', () => {
  test('requested, approved by another person, reserved, sent once, paid', async () => {
    const created = await requestDisbursement({ account_name: 'Sari Pratiwi', description: 'Invoice 7' });
    expect(created).toMatchObject({ status: 'pending_approval', ...FEE, total_amount: 101_665, rail: 'intrabank' });
    expect(await readChanges()).toEqual({});
    expect((await approve(created.id)).json()).toMatchObject({ data: { status: 'queued', queue_reason: null } });
    expect(await readChanges()).toEqual({ payout: -101_665, payout_reserved: 101_665 });
    await send(created.id);
    await send(created.id);
    expect(await readChanges()).toEqual(PAID);
    const detail = await readDisbursement(created.id);
    expect(detail).toMatchObject({
      status: 'success',
      verified_name: 'SARI PRATIWI',
      account_name: 'Sari Pratiwi',
      name_match: 100,
      may_decide: false,
    });
    expect(detail.events.map(({ to_status }) => to_status)).toEqual([
      'pending_approval',
      'approved',
      'queued',
      'processing',
      'success',
    ]);
    expect(detail.decisions).toMatchObject([{ person: 'Andi Kurniawan', decision: 'approve' }]);
    expect(detail.rail_log).toHaveLength(1);
    expect(JSON.stringify(detail.rail_log)).not.toMatch(/80200\d{5}/);
    expect(
      model.executed.filter(({ partner_reference_no }) => partner_reference_no === detail.partner_reference_no),
    ).toHaveLength(1);
    const receipt = await finance.call(getDisbursementReceipt, { params: { id: created.id } });
    expect([receipt.statusCode, receipt.headers['content-type']]).toEqual([200, 'application/pdf']);
  });

  test('the receipt shows the transfer without its fee', async () => {
    const id = await pay({ description: 'Invoice 7', merchant_reference: 'RECEIPT-1' });
    const { bank_reference } = await readDisbursement(id);
    const text = await readReceipt(id);
    const shown = ['BERHASIL / COMPLETED', 'Rp 100.000', 'SARI PRATIWI', 'Bank Central Asia', 'Invoice 7', 'RECEIPT-1'];
    for (const words of [...shown, 'WIB', bank_reference, id]) expect(text).toContain(words);
    expect(text).not.toMatch(/fee|biaya|1[.]665/i);
  });

  test('the list of approvals decides as well, and rejections move nothing', async () => {
    const { id } = await requestDisbursement();
    const { data } = await approver.ok(listApprovals, { query: { view: 'waiting', subject_type: 'disbursement' } });
    const waiting = data.find((row) => row.subject_id === id)!;
    expect(waiting).toMatchObject({ amount: 100_000, may_decide: true, details: { holder_name: 'SARI PRATIWI' } });
    await approver.ok(approveRequest, { params: { id: waiting.id }, body: {}, headers: headers() });
    expect((await readDisbursement(id)).status).toBe('queued');
    const other = await requestDisbursement();
    const rejected = await approver.call(rejectDisbursement, {
      params: { id: other.id },
      body: { reason: 'wrong account' },
      headers: headers(),
    });
    expect(rejected.json()).toMatchObject({ data: { status: 'rejected', decision_note: 'wrong account' } });
    expect(getErrorCode(await approve(other.id))).toBe('not_pending');
    expect(rejectRequest.step_up).toBe(true);
    await finance.ok(cancelDisbursement, { params: { id }, body: {}, headers: headers() });
    expect(await readChanges()).toEqual({});
  });

  test('nobody approves an own request, neither directly nor through a key of any generation', async () => {
    const { id } = await requestDisbursement({}, superadmin);
    expect(getErrorCode(await approve(id, superadmin))).toBe('self_approval');
    const key = await superadmin.ok(createApiKey, {
      body: {
        name: 'payouts',
        access: [
          { group: 'Disbursements', access: 'manage' },
          { group: 'API', access: 'manage' },
        ],
      },
    });
    const by_key = await requestDisbursement({}, t.client(`Bearer ${key.data.secret}`));
    expect(getErrorCode(await approve(by_key.id, superadmin))).toBe('self_approval');
    expect((await approve(by_key.id, t.client(`Bearer ${key.data.secret}`))).statusCode).toBe(403);
    expect((await approve(by_key.id)).statusCode).toBe(200);
    await send(by_key.id);
    // Rolled by another person: the one behind the first generation still does not approve.
    const admin = await t.signIn('admin@kopi.example');
    const rolled = await admin.ok(rollApiKey, { params: { id: key.data.id }, body: { overlap_hours: 0 } });
    const by_next = await requestDisbursement({}, t.client(`Bearer ${rolled.data.secret}`));
    expect(getErrorCode(await approve(by_next.id, superadmin))).toBe('self_approval');
    expect((await approve(by_next.id)).statusCode).toBe(200);
    await send(by_next.id);
  });

  test('the same key answers the same; another body under it is refused', async () => {
    const key = headers();
    const body = {
      bank_code: '014',
      account_no: nextAccount(),
      amount: 5_000,
      merchant_reference: `REF-${nextNumber()}`,
    };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => finance.call(createDisbursement, { body, headers: key })),
    );
    const ids = new Set(answers.filter(({ statusCode }) => statusCode === 201).map((answer) => answer.json().data.id));
    expect(ids.size).toBe(1);
    model.setOffline(true);
    expect((await finance.call(createDisbursement, { body, headers: key })).statusCode).toBe(201);
    const changed = await finance.call(createDisbursement, { body: { ...body, amount: 1 }, headers: key });
    expect(changed.statusCode).toBe(422);
  });
});

test('each end notifies once, and the beneficiary by the addresses of the request', async () => {
  const id = await pay({ emails: ['roaster@example.com'] });
  const rows = await asMerchant(t.deps.db, merchant_id, (tx) =>
    tx.sql
      .selectFrom('notification_email_outbox')
      .select(['action', 'addresses'])
      .where('merchant_id', '=', merchant_id)
      .where('event_id', 'like', `${id}.%`)
      .orderBy('action')
      .orderBy('event_id')
      .execute(),
  );
  expect(rows).toEqual([
    { action: 1201, addresses: null },
    { action: 1202, addresses: null },
    { action: 1203, addresses: ['roaster@example.com'] },
    { action: 1203, addresses: null },
  ]);
});

describe('refusals', () => {
  test.each([
    ['account_not_found', { account_no: '4040000001' }],
    ['name_mismatch', { account_name: 'Joko Widodo' }],
    ['insufficient_balance', { amount: 900_000_000, rail: 'skn', bank_code: '008' }],
    ['limit_exceeded', { amount: 60_000_000, rail: 'online', bank_code: '008' }],
    ['limit_exceeded', { rail: 'bi_fast', bank_code: '036' }],
    ['limit_exceeded', { amount: 9_000, rail: 'online', bank_code: '008' }],
    ['schedule_invalid', { schedule_at: '2020-01-01T00:00:00.000Z' }],
  ])('%s', async (code, body) => {
    const answer = await postDisbursement(body);
    expect([answer.statusCode, getErrorCode(answer)]).toEqual([422, code]);
    expect(await readChanges()).toEqual({});
  });

  test('duplicate_reference: a reference is unique, permanently', async () => {
    const merchant_reference = `ONCE-${nextNumber()}`;
    await requestDisbursement({ merchant_reference });
    const again = await postDisbursement({ merchant_reference });
    expect([again.statusCode, getErrorCode(again)]).toEqual([409, 'duplicate_reference']);
  });

  test('bank_unreachable: nothing is created while the bank cannot name the holder', async () => {
    model.setOffline(true);
    const answer = await postDisbursement({});
    expect([answer.statusCode, getErrorCode(answer)]).toEqual([502, 'bank_unreachable']);
  });

  test('receipt_unavailable and not_retryable before the end, not_cancellable after it', async () => {
    const { id } = await requestDisbursement();
    expect(getErrorCode(await finance.call(getDisbursementReceipt, { params: { id } }))).toBe('receipt_unavailable');
    const retry = { params: { id }, body: { merchant_reference: `R-${nextNumber()}` } };
    expect(getErrorCode(await finance.call(retryDisbursement, { ...retry, headers: headers() }))).toBe('not_retryable');
    await approve(id);
    await send(id);
    const cancelled = await finance.call(cancelDisbursement, { params: { id }, body: {}, headers: headers() });
    expect(getErrorCode(cancelled)).toBe('not_cancellable');
  });
});

describe('preview', () => {
  test('names the rail, its fee and its arrival, and every other rail with its reason', async () => {
    const { data } = await finance.ok(previewDisbursement, { body: { bank_code: '008', amount: 1_000_000 } });
    expect(data).toMatchObject({ rail: 'bi_fast', fee_amount: 2_500, fee_vat_amount: 275, total_amount: 1_002_775 });
    expect(data.balance_after).toBe(data.balance - 1_002_775);
    expect(Date.parse(data.expected_at ?? '')).toBe(t.clock.now().getTime() + 15 * 60_000);
    expect(data.options.map(({ rail, unavailable_reason }) => [rail, unavailable_reason])).toEqual([
      ['intrabank', 'bank_not_reached'],
      ['bi_fast', null],
      ['online', null],
      ['skn', null],
      ['rtgs', 'amount_too_low'],
    ]);
  });
});

describe('reliability: what the bank does', () => {
  const runOutcome = async (outcome: Parameters<ModelBank['setOutcome']>[1]) => {
    const account_no = nextAccount();
    model.setOutcome(account_no, outcome);
    const id = await pay({ account_no });
    return { id, account_no };
  };
  const executedTo = (account_no: string) => model.executed.filter((each) => each.account_no === account_no).length;

  test('refused: failed, and the reserve is released', async () => {
    const { id } = await runOutcome('refused');
    expect(await readDisbursement(id)).toMatchObject({
      status: 'failed',
      failure_code: 'bank_refused',
      response_code: '4031705',
    });
    expect(await readChanges()).toEqual({});
  });

  test('no answer: unknown, and only the status inquiry decides', async () => {
    const { id, account_no } = await runOutcome('unknown_then_success');
    expect((await readDisbursement(id)).status).toBe('unknown');
    expect(await readChanges()).toEqual({ payout: -101_665, payout_reserved: 101_665 });
    await pass(20);
    expect((await readDisbursement(id)).status).toBe('success');
    expect(executedTo(account_no)).toBe(1);
    expect(await readChanges()).toEqual(PAID);
  });

  test('no answer, then failed: released', async () => {
    const { id } = await runOutcome('unknown_then_failed');
    await pass(20);
    expect(await readDisbursement(id)).toMatchObject({ status: 'failed', failure_code: 'transfer_failed' });
    expect(await readChanges()).toEqual({});
  });

  test('reported as failed, then executed: booked by compensating entries', async () => {
    const { id } = await runOutcome('late_success');
    t.clock.advance(2_500);
    await run('sweep_bank_transfers');
    expect((await readDisbursement(id)).status).toBe('failed');
    expect(await readChanges()).toEqual({});
    await pass(120, 30);
    expect(await readDisbursement(id)).toMatchObject({ status: 'success', failure_code: null });
    expect(await readChanges()).toEqual(PAID);
  });

  test('executed, then returned: amount and fee come back', async () => {
    const { id } = await runOutcome('returned');
    expect(await readChanges()).toEqual(PAID);
    await pass(120, 30);
    expect(await readDisbursement(id)).toMatchObject({ status: 'reversed', failure_code: 'transfer_returned' });
    expect(await readChanges()).toEqual({});
    expect(await readReceipt(id)).toContain('DIKEMBALIKAN BANK / RETURNED');
  });

  test('executed without an answer and returned before the inquiry: failed', async () => {
    const { id } = await runOutcome('failed_then_returned');
    await pass(20);
    expect(await readDisbursement(id)).toMatchObject({ status: 'failed', failure_code: 'transfer_returned' });
    expect(await readChanges()).toEqual({});
  });

  test('an answer about another amount decides nothing', async () => {
    const { id, account_no } = await runOutcome('wrong_amount');
    await pass(700, 60);
    expect((await readDisbursement(id)).status).toBe('unknown');
    expect(executedTo(account_no)).toBe(1);
    expect(await readChanges()).toEqual({ payout: -101_665, payout_reserved: 101_665 });
  });

  test('answered as a duplicate: the status decides', async () => {
    const { id, account_no } = await runOutcome('duplicate');
    expect((await readDisbursement(id)).status).toBe('unknown');
    await pass(10);
    expect((await readDisbursement(id)).status).toBe('success');
    expect(executedTo(account_no)).toBe(1);
  });

  test('never received: sent again under the same number, after ten minutes without a record', async () => {
    const { id, account_no } = await runOutcome('lost');
    const { partner_reference_no } = await readDisbursement(id);
    const sent = () => model.transfers.filter((reference) => reference === partner_reference_no).length;
    await pass(570, 30);
    expect([(await readDisbursement(id)).status, sent()]).toEqual(['unknown', 1]);
    model.setOutcome(account_no, 'success');
    await pass(300, 30);
    expect([(await readDisbursement(id)).status, sent(), executedTo(account_no)]).toEqual(['success', 2, 1]);
    expect(await readChanges()).toEqual(PAID);
  });

  test('offline for a day: failed as never received, and released', async () => {
    const { id } = await runOutcome('lost');
    await pass(25 * 3_600, 900);
    expect(await readDisbursement(id)).toMatchObject({ status: 'failed', failure_code: 'not_received' });
    expect(await readChanges()).toEqual({});
  });

  test('a process that died before the call: the sweep finds out and sends it', async () => {
    const { id } = await requestDisbursement();
    await approve(id);
    const died = { ...t.deps, bank: { ...t.deps.bank, transfer: () => Promise.reject(new Error('killed')) } };
    await expect(sendDisbursement(died, merchant_id, id)).rejects.toThrow('killed');
    expect((await readDisbursement(id)).status).toBe('processing');
    await pass(900, 30);
    expect((await readDisbursement(id)).status).toBe('success');
    expect(await readChanges()).toEqual(PAID);
  });

  test('a failed one is retried as a new one with its own number and approvals', async () => {
    const { id } = await runOutcome('refused');
    await pass(660, 30);
    const merchant_reference = `AGAIN-${nextNumber()}`;
    const { data } = await finance.ok(retryDisbursement, {
      params: { id },
      body: { merchant_reference },
      headers: headers(),
    });
    expect(data).toMatchObject({ status: 'pending_approval', retry_of: id, amount: 100_000 });
    const detail = await readDisbursement(id);
    expect(detail.retried_as).toBe(data.id);
    expect(data.partner_reference_no).not.toBe(detail.partner_reference_no);
  });
});

describe('lists', () => {
  test('filters, totals, search and files agree', async () => {
    const merchant_reference = `LISTED-${nextNumber()}`;
    const { id } = await requestDisbursement({ merchant_reference, amount: 77_777 });
    const found = async (query: Record<string, string>) =>
      (await finance.ok(listDisbursements, { query })).data.map((row) => row.id);
    expect(await found({ q: merchant_reference.toLowerCase() })).toEqual([id]);
    expect(await found({ amount_min: '77777', amount_max: '77777' })).toEqual([id]);
    expect(await found({ q: merchant_reference, status: 'success' })).toEqual([]);
    expect(await found({ q: merchant_reference, rail: 'intrabank', bank_code: '014', view: 'single' })).toEqual([id]);
    expect((await finance.ok(summariseDisbursements, { query: { q: merchant_reference } })).data).toEqual([
      { status: 'pending_approval', count: 1, amount: 77_777 },
    ]);
    const csv = await finance.call(listDisbursements, {
      query: { q: merchant_reference },
      headers: { accept: 'text/csv' },
    });
    const [head, line, ...rest] = csv.body.trim().split('\n');
    expect(head).toContain('merchant_reference');
    expect(line).toContain(`,${merchant_reference},`);
    expect(rest).toEqual([]);
    const failed = await requestDisbursement({ merchant_reference: `${merchant_reference}-2` });
    await owner.query(`update app.disbursement set failure_code = 'account_closed' where id = $1`, [failed.id]);
    // Both may have been created at the same instant of the clock; then the ids decide.
    const newest_first = await found({ q: merchant_reference });
    expect(newest_first.toSorted()).toEqual([failed.id, id].toSorted());
    for (const [failure_code, ids] of [
      ['account_closed', [failed.id]],
      ['none', [id]],
      ['none,account_closed', newest_first],
      ['bank_offline', []],
    ] as const) {
      const query = { q: merchant_reference, failure_code };
      expect(await found(query)).toEqual(ids);
      const { data } = await finance.ok(summariseDisbursements, { query });
      expect(data.map(({ count }) => count)).toEqual(ids.length === 0 ? [] : [ids.length]);
      const file = await finance.call(listDisbursements, {
        query: { ...query, columns: 'id' },
        headers: { accept: 'text/csv' },
      });
      expect(file.body.trim().split('\n').slice(1)).toEqual(ids);
    }
    const batik = await t.signIn('superadmin@batik.example');
    expect((await batik.call(getDisbursement, { params: { id } })).statusCode).toBe(404);
    expect((await batik.ok(listDisbursements)).data).toEqual([]);
  });
});

test('its flows cause its webhook events', async () => {
  expect(await listWebhookErrors(t, 'disbursement')).toEqual([]);
});
