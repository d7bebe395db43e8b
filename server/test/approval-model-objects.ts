/**
 * What the provider's requests of the model of approvals are about, made as the product makes it: a group with a
 * commission rule, closed commission statements, an invoice, and open lines of a bank statement.
 */
import { createCommissionRule, submitCommissionRule } from '@dasbor/contract/account-group-commission';
import {
  decideWriteOff,
  listStatementLines,
  reverseWriteOff,
  uploadBankStatement,
  writeOffStatementLine,
} from '@dasbor/contract/bank-statement';
import { submitCommissionStatement } from '@dasbor/contract/commission-statement';
import { createCreditNote } from '@dasbor/contract/invoice';
import { API_BASE } from '@dasbor/contract/route';
import { approveMerchantBankAccount, setSettlementBankAccount } from '@dasbor/contract/settlement-admin';
import { addDays, startOfBusinessDay, toBusinessDay } from '@dasbor/contract/time';
import type pg from 'pg';
import { bookCommissions } from '../src/account-group-commission/book.ts';
import { createStatements } from '../src/account-group-commission/create-statements.ts';
import { issueInvoices } from '../src/invoice/issue.ts';
import { foldBalances } from '../src/ledger/folding.ts';
import { BATIK_LESTARI } from '../src/sandbox/people.ts';
import { createGroup } from './account-group-fixture.ts';
import { nextKey } from './approval-model-keys.ts';
import { insertActiveRule } from './commission-fixture.ts';
import { insertPayment } from './settlement-payments.ts';
import type { TestApp, TestClient } from './test-app.ts';

const { merchant_id } = BATIK_LESTARI;
/** Days with a payment, each of which has a commission statement: enough for a long run of the model. */
const DAYS = 45;
const LINES = 60;
const PAYMENT = 10_000_000;

interface Staff {
  platform_admin: TestClient;
  platform_finance: TestClient;
}

export interface ModelObjects extends Staff {
  group_id: string;
  /** Closed statements that nobody has submitted yet. */
  statement_ids: string[];
  invoice_id: string;
  /** Open lines of bank statements that nobody has asked to write off. */
  line_ids: string[];
  /** Rules so far: each applies on a day of its own, so that none overlaps another. */
  rule_count: number;
}

/** A merchant of its own earns and is billed, so that its payout account is not the one that the model changes. */
export async function createModelObjects(t: TestApp, owner: pg.Client, staff: Staff): Promise<ModelObjects> {
  await addPayoutAccount(t, owner, staff);
  const today = toBusinessDay(t.clock.now());
  const first_day = addDays(today, -DAYS);
  const now = t.clock.now();
  const group_id = await createGroup(t.deps.db, {
    owner_id: merchant_id,
    member_ids: [merchant_id],
    from: first_day,
    now,
  });
  await insertActiveRule(t, { earner: merchant_id, group_id, effective_from: first_day, effective_to: today });
  for (let day = first_day; day < today; day = addDays(day, 1)) {
    const paid_at = new Date(startOfBusinessDay(day).getTime() + 12 * 3_600_000);
    await insertPayment(t.deps.db, merchant_id, { method: 'qris', channel_code: null, amount: PAYMENT, paid_at });
  }
  await bookCommissions(t.deps, merchant_id, startOfBusinessDay(today));
  await createStatements(t.deps, merchant_id, today);
  await foldBalances(t.deps.db, now);
  await issueInvoices(t.deps);
  const list = async (sql: string) => (await owner.query<{ id: string }>(sql, [merchant_id])).rows.map(({ id }) => id);
  const statement_ids = await list(
    `select id from app.commission_statement where merchant_id = $1 and status = 'closed' order by period_from`,
  );
  const [invoice_id] = await list(`select id from app.invoice where merchant_id = $1 order by fee_amount desc limit 1`);
  if (statement_ids.length !== DAYS || invoice_id === undefined) throw new Error('The objects are not complete');
  const line_ids = await uploadLines(t, staff.platform_finance);
  return { ...staff, group_id, statement_ids, invoice_id, line_ids, rule_count: 0 };
}

async function addPayoutAccount(t: TestApp, owner: pg.Client, { platform_admin }: Staff): Promise<void> {
  const superadmin = await t.signIn('superadmin@batik.example');
  const body = { bank_code: '014', account_no: '8010000001' };
  const { data } = await superadmin.ok(setSettlementBankAccount, { body });
  const id = data.pending_bank_account?.id ?? '';
  await platform_admin.ok(approveMerchantBankAccount, { params: { merchant_id, id } });
  // Its cooling-off period is over.
  await owner.query('update app.bank_account set usable_from = $2 where id = $1', [id, t.clock.now()]);
}

/** Lines that no movement of the model explains, by their amounts. */
async function uploadLines(t: TestApp, by: TestClient): Promise<string[]> {
  const amounts = Array.from({ length: LINES }, (_, index) => 700_000_001 + 1_000 * index);
  const closing = amounts.reduce((sum, amount) => sum + amount, 0);
  const text = [
    ':20:MODEL',
    ':25:8880001234',
    ':28C:1',
    ':60F:C261117IDR0,00',
    ...amounts.map((amount) => `:61:2611181118C${amount},00NTRFNONREF`),
    `:62F:C261118IDR${closing},00`,
    '-',
  ].join('\r\n');
  const form = new FormData();
  form.set('file', new Blob([text]), 'model.sta');
  const request = new Request('http://model', { method: 'POST', body: form });
  const answer = await t.app.inject({
    method: 'POST',
    url: API_BASE + uploadBankStatement.path,
    headers: { authorization: by.authorization ?? '', 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  const { id } = answer.json<{ data: { id: string } }>().data;
  const { data } = await by.ok(listStatementLines, { params: { id }, query: { limit: 100, status: ['open'] } });
  if (data.length !== LINES) throw new Error('Movements explain lines of the model');
  return data.map((line) => line.id);
}

interface ObjectRequest {
  t: TestApp;
  by: TestClient;
  amount: number;
  objects: ModelObjects;
  /** A subject whose request was not approved, to request it again; null: a new one. */
  again: string | null;
}
type CreateSubject = (request: ObjectRequest) => Promise<string>;

/** Whether a subject is left for a request of a kind. */
export function hasModelObjects({ statement_ids, line_ids }: ModelObjects, kind: string): boolean {
  if (kind === 'commission_statement') return statement_ids.length > 0;
  return line_ids.length > 0 || (kind !== 'bank_write_off' && kind !== 'write_off_reversal');
}

function take(ids: string[]): string {
  const id = ids.shift();
  if (id === undefined) throw new Error('The objects of the model are used up');
  return id;
}

const writeOff = (by: TestClient, id: string) =>
  by.ok(writeOffStatementLine, { params: { id }, body: { reason: 'Model' } });

/** How the provider requests each kind. Returns the id of its subject. */
export const MODEL_OBJECT_REQUESTS = {
  commission_rule: async ({ t, by, objects, again }) => {
    const id = again ?? (await createRule(t, by, objects));
    await by.ok(submitCommissionRule, { params: { id }, body: {} });
    return id;
  },
  commission_statement: async ({ by, objects, again }) => {
    const id = again ?? take(objects.statement_ids);
    await by.ok(submitCommissionStatement, { params: { id }, body: {}, headers: nextKey() });
    return id;
  },
  credit_note: async ({ by, amount, objects: { invoice_id } }) => {
    const body = { fee_amount: amount / 100, reason: 'Model' };
    return (await by.ok(createCreditNote, { params: { id: invoice_id }, body, headers: nextKey() })).data.id;
  },
  bank_write_off: async ({ by, objects, again }) => {
    const id = again ?? take(objects.line_ids);
    await writeOff(by, id);
    return id;
  },
  write_off_reversal: async ({ by, objects, again }) => {
    const id = again ?? take(objects.line_ids);
    if (again === null) {
      await writeOff(objects.platform_finance, id);
      await objects.platform_admin.ok(decideWriteOff, { params: { id }, body: { decision: 'approve' } });
    }
    await by.ok(reverseWriteOff, { params: { id }, body: { reason: 'Model' } });
    return id;
  },
} as const satisfies Record<string, CreateSubject>;

async function createRule(t: TestApp, by: TestClient, objects: ModelObjects): Promise<string> {
  const effective_from = addDays(toBusinessDay(t.clock.now()), 1 + objects.rule_count++);
  const body = {
    group_id: objects.group_id,
    name: 'Model',
    method: 'qris',
    channel_code: null,
    basis: 'percent_of_gross',
    rate_ppm: 1_000,
    flat_amount: 0,
    commission_min: null,
    commission_max: null,
    tiers: [],
    bearer: 'from_platform_fee',
    tax_rate_ppm: 0,
    cycle: 'daily',
    effective_from,
    effective_to: addDays(effective_from, 1),
  };
  return (await by.ok(createCommissionRule, { body, headers: nextKey() })).data.id;
}
