/** What the database and the bank hold after a run of the model of approvals. */
import { expect } from 'vitest';
import { asMerchant } from '../src/db/tx.ts';
import { listBalances } from '../src/ledger/balance.ts';
import { postTransfers } from '../src/ledger/posting.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../src/sandbox/people.ts';
import { MODEL_KIND_NAMES, type ModelKindName, type ModelRequest } from './approval-model.ts';
import { SUBJECT_STATUS_SQL, getSubjectStatus, runJob } from './approval-model-requests.ts';
import type { ModelRun } from './approval-model-state.ts';
import type { ModelTransfer } from './model-bank.ts';
import { insertPaidPayment } from './paid-payment.ts';
import { topUpPayout } from './payout-fixture.ts';
import type { TestApp } from './test-app.ts';

const { merchant_id } = KOPI_NUSANTARA;
const { merchant_id: EARNER } = BATIK_LESTARI;
const PLENTY = 1_000_000_000;

/** Money for every request of a model, so that no balance refuses one. */
export async function fundMerchant(t: TestApp): Promise<void> {
  await insertPaidPayment(t, merchant_id, { amount: 100_000_000 });
  await topUpPayout(t, merchant_id, PLENTY);
  await asMerchant(t.deps.db, merchant_id, async (tx) => {
    const accounts = Object.fromEntries((await listBalances(tx)).map(({ type, account_id }) => [type, account_id]));
    const transfer = {
      kind: 'adjustment',
      debit_account: accounts['bank_clearing']!,
      credit_account: accounts['available']!,
      amount: PLENTY,
      reference_type: 'fixture',
      reference_id: 'model',
    };
    await postTransfers(tx, { posted_at: t.clock.now(), transfers: [transfer] });
  });
}

/** Every request and its subject are as the model says. */
export async function assertMatchesModel({
  context: { owner, user_ids },
  requests,
  replaced,
}: ModelRun): Promise<void> {
  const { rows } = await owner.query<{ id: string; status: string; people: string[] }>(
    `select r.id, r.status, array(select d.person_id from app.approval_decision d
       where d.request_id = r.id and d.decision = 'approve' order by 1) as people
     from app.approval_request r where r.id = any ($1)
     union all
     select w.request_id, case when w.status = 'rejected' and w.decided_by_id = w.requested_by_id then 'cancelled'
       else w.status end, case when w.status = 'approved' then array[w.decided_by_id] else '{}' end
     from (select 'apr_' || right(id, 26) as request_id, * from app.bank_write_off) w where w.request_id = any ($1)`,
    [requests.map(({ id }) => id)],
  );
  const last = new Map(requests.map((it) => [it.subject_id, it]));
  const subjects = await readSubjects(owner, requests);
  for (const it of requests) {
    const people = [...it.approved_by].map((person) => user_ids[person]).toSorted();
    // A subject that was requested again follows its last request.
    const subject = getSubjectStatus(last.get(it.subject_id) ?? it, replaced.has(it));
    const found = rows.find(({ id }) => id === it.id);
    expect({ kind: it.kind, ...found, subject: subjects.get(it.subject_id) }).toEqual({
      kind: it.kind,
      id: it.id,
      status: it.status,
      people,
      subject,
    });
  }
}

async function readSubjects(owner: ModelRun['context']['owner'], requests: readonly ModelRequest[]) {
  const found = new Map<string, string>();
  for (const kind of MODEL_KIND_NAMES) {
    const ids = requests.filter((it) => it.kind === kind).map(({ subject_id }) => subject_id);
    if (ids.length === 0) continue;
    const { rows } = await owner.query<{ id: string; status: string }>(
      `select id, status from (${SUBJECT_STATUS_SQL[kind]}) s where id = any ($1)`,
      [ids],
    );
    for (const { id, status } of rows) found.set(id, status);
  }
  return found;
}

/** Kinds whose approval itself moves money inside the ledger. */
const POSTED_KINDS: readonly ModelKindName[] = [
  'balance_transfer',
  'balance_adjustment',
  'credit_note',
  'bank_write_off',
  'write_off_reversal',
];
/** The requests that were booked, once per booking. */
const POSTED_SQL = `
  select r.id from app.transfer x join app.approval_request r on r.merchant_id = x.merchant_id
    and r.subject_id = x.reference_id where r.id = any ($1)
  union all select r.id from app.transfer x join app.credit_note_request c on c.merchant_id = x.merchant_id
    and c.credit_note_id = x.reference_id join app.approval_request r on r.merchant_id = x.merchant_id
    and r.subject_id = c.id where x.kind = 'fee_credit' and r.id = any ($1)
  union all select 'apr_' || right(reference_id, 26) from app.provider_transfer
    where 'apr_' || right(reference_id, 26) = any ($1)`;

/** Runs every job: the bank executes exactly what was approved, and the ledger moves nothing else. */
export async function assertOnlyApprovedMoves(run: ModelRun, listExecuted: () => ModelTransfer[]): Promise<void> {
  const { t, owner } = run.context;
  // Also those that nobody approved: their jobs must do nothing.
  for (const { kind, subject_id: id } of run.requests) {
    if (kind === 'refund') await runJob(t, 'send_refund', { merchant_id, id });
    if (kind === 'disbursement') await runJob(t, 'send_disbursement', { merchant_id, id });
    if (kind === 'disbursement_batch') await runJob(t, 'run_disbursement_batch', { merchant_id, id });
    if (kind === 'commission_statement') await runJob(t, 'pay_commission_statement', { merchant_id: EARNER, id });
  }
  await runJob(t, 'sweep_disbursements');
  const executed = listExecuted().map(({ partner_reference_no, amount }) => `${partner_reference_no} ${amount}`);
  expect(executed.toSorted()).toEqual((await listApprovedOrders(run)).toSorted());

  const posted = run.requests.filter(({ kind }) => POSTED_KINDS.includes(kind));
  const { rows } = await owner.query<{ id: string }>(POSTED_SQL, [posted.map(({ id }) => id)]);
  const approved = posted.filter(({ status }) => status === 'approved').map(({ id }) => id);
  expect(rows.map(({ id }) => id).toSorted()).toEqual(approved.toSorted());
}

/** Reference and amount of every transfer that the bank must have executed. */
async function listApprovedOrders({ context: { owner }, requests }: ModelRun): Promise<string[]> {
  const approved = (kind: ModelKindName) =>
    requests.filter((it) => it.kind === kind && it.status === 'approved').map(({ subject_id }) => subject_id);
  const batches = approved('disbursement_batch');
  const { rows } = await owner.query<{ id: string; amount: string }>(
    `select id, amount from app.refund where id = any ($1)
     union all select id, amount from app.disbursement where id = any ($2) or batch_id = any ($3)`,
    [approved('refund'), approved('disbursement'), batches],
  );
  // Each row of an approved batch is paid.
  expect(rows).toHaveLength(approved('refund').length + approved('disbursement').length + 2 * batches.length);
  const statements = await owner.query<{ id: string; net_amount: string }>(
    'select id, net_amount from app.commission_statement where id = any ($1)',
    [approved('commission_statement')],
  );
  return [
    ...rows.map(({ id, amount }) => `${merchant_id.slice('mer_'.length)}${id.slice(4)} ${amount}`),
    ...statements.rows.map(({ id, net_amount }) => `COM${id.slice('cms_'.length)}01 ${net_amount}`),
  ];
}
