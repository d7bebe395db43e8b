/** Final checks of all money that left: the bank's list is ours, nobody is paid twice, and only open requests hold money. */
import { OUTCOMES, type SimulationContext } from './context.ts';

interface BankTransfer {
  partner_reference_no: string;
  amount: number;
  state: 'success' | 'failed' | 'returned' | 'pending';
}

interface StoredTransfer {
  partner_reference_no: string;
  subject_type: string;
  subject_id: string;
  amount: string;
  status: string;
  subject_status: string;
  /** The subject, or the disbursement that it retries. */
  root_id: string;
}

export const listExecuted = async ({ environment }: SimulationContext): Promise<BankTransfer[]> =>
  (await environment.simulate('GET', '/simulate/transfers')).json<{ data: BankTransfer[] }>().data;

/** Ended transfers are asked about rarely: all of them now, and everything that follows from the answers. */
export async function inquireEverything({ environment }: SimulationContext): Promise<void> {
  for (let round = 0; round < 2; round++) {
    const now = environment.deps.clock.now();
    await environment.owner.query('update app.bank_transfer set next_check_at = $1 where next_check_at is not null', [
      now,
    ]);
    await environment.runJob('sweep_bank_transfers');
    await environment.runDueJobs();
  }
}

/** The status of a stored transfer after everything was asked, by what the bank has executed. */
const STORED_STATUSES: Record<BankTransfer['state'] | 'none', readonly string[]> = {
  success: ['succeeded'],
  returned: ['returned'],
  failed: ['failed'],
  pending: ['sent', 'unknown'],
  none: ['failed'],
};
/** The status of its subject, in the terms of the feature. */
const SUBJECT_STATUSES: Record<string, Record<string, readonly string[]>> = {
  disbursement: { succeeded: ['success'], failed: ['failed'], returned: ['reversed', 'failed'] },
  refund: { succeeded: ['succeeded'], failed: ['failed'], returned: ['failed'] },
  // A settlement can have been retried since an attempt that did not stand.
  settlement_batch: { succeeded: ['paid'] },
};

/** The bank executed exactly our transfers, once and to the rupiah. */
export async function checkTransfers(context: SimulationContext): Promise<string[]> {
  const { rows: stored } = await context.environment.owner.query<StoredTransfer>(
    `with recursive origin as (
       select id, id as root_id from app.disbursement where retry_of is null
       union all
       select d.id, o.root_id from app.disbursement d join origin o on o.id = d.retry_of
     )
     select o.partner_reference_no, o.subject_type, o.subject_id, o.amount::text, o.status,
       coalesce(d.status, r.status, b.status) as subject_status, coalesce(origin.root_id, o.subject_id) as root_id
     from app.bank_transfer o
     left join origin on origin.id = o.subject_id
     left join app.disbursement d on d.merchant_id = o.merchant_id and d.id = o.subject_id
     left join app.refund r on r.merchant_id = o.merchant_id and r.id = o.subject_id
     left join app.settlement_batch b on b.merchant_id = o.merchant_id and b.id = o.subject_id`,
  );
  const executed = await listExecuted(context);
  const by_reference = new Map(executed.map((transfer) => [transfer.partner_reference_no, transfer]));
  const known = new Set(stored.map(({ partner_reference_no }) => partner_reference_no));
  const strays = executed.filter(({ partner_reference_no }) => !known.has(partner_reference_no));
  return [
    ...strays.map(({ partner_reference_no }) => `${partner_reference_no} was executed without a stored transfer`),
    ...stored.flatMap((stored) => checkStored(stored, by_reference.get(stored.partner_reference_no))),
    ...listPaidTwice(stored, by_reference),
  ];
}

function checkStored(stored: StoredTransfer, transfer: BankTransfer | undefined): string[] {
  const { subject_type, subject_id, amount, status, subject_status } = stored;
  const state = transfer?.state ?? 'none';
  if (transfer !== undefined && transfer.amount !== Number(amount)) {
    return [`${subject_id}: the bank paid ${transfer.amount} of ${amount}`];
  }
  if (!STORED_STATUSES[state].includes(status)) return [`${subject_id} is known as ${status}, at the bank ${state}`];
  const allowed = SUBJECT_STATUSES[subject_type]?.[status];
  return allowed === undefined || allowed.includes(subject_status)
    ? []
    : [`${subject_id} is ${subject_status}, its transfer is ${status}`];
}

/** A disbursement and its retries pay the same money once. */
function listPaidTwice(stored: readonly StoredTransfer[], executed: ReadonlyMap<string, BankTransfer>): string[] {
  const counts = new Map<string, number>();
  for (const { root_id, partner_reference_no } of stored) {
    if (executed.get(partner_reference_no)?.state !== 'success') continue;
    counts.set(root_id, (counts.get(root_id) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > 1).map(([id, count]) => `${id} was paid ${count} times`);
}

/** Money at the bank is money in the ledger. */
export async function checkBankBalance(context: SimulationContext): Promise<string[]> {
  const { rows } = await context.environment.owner.query<{ balance: string }>(
    `select coalesce(sum(case when t.credit_account = a.id then t.amount else -t.amount end), 0)::text as balance
     from app.ledger_account a join app.transfer t on t.merchant_id = a.merchant_id
       and a.id in (t.credit_account, t.debit_account)
     where a.type = 'bank_clearing' and t.reference_type in ('disbursement', 'refund', 'settlement_batch', 'bank_transfer')`,
  );
  const posted = Number(rows[0]?.balance ?? 0);
  const paid = (await listExecuted(context))
    .filter(({ state }) => state === 'success')
    .reduce((sum, { amount }) => sum + amount, 0);
  return posted === paid ? [] : [`the ledger has sent Rp ${posted}, the bank has paid Rp ${paid}`];
}

/** Balance of each account, by the objects that need it. */
const HELD: Record<string, string> = {
  payout_reserved: `select sum(total_amount) from app.disbursement
    where reserved_at is not null and released_at is null and status in ('approved', 'queued', 'processing', 'unknown')`,
  refunds: `select sum(amount + fee_amount + fee_vat_amount) from app.refund
    where status in ('pending', 'approved', 'processing')`,
  reserve: `select sum(b.net_amount) from app.settlement_batch b
    where b.status not in ('open', 'paid') and not exists (
      select from app.bank_transfer o where o.merchant_id = b.merchant_id and o.subject_id = b.id
        and o.status in ('sent', 'unknown'))`,
};

/** Nothing is left reserved for what has ended. */
export async function checkHeldMoney({ environment }: SimulationContext): Promise<string[]> {
  const violations: string[] = [];
  for (const [type, needed] of Object.entries(HELD)) {
    const { rows } = await environment.owner.query<{ balance: string; needed: string }>(
      `select coalesce((${needed}), 0)::text as needed, coalesce((
         select sum(case when t.credit_account = a.id then t.amount else -t.amount end)
         from app.ledger_account a join app.transfer t on t.merchant_id = a.merchant_id
           and a.id in (t.credit_account, t.debit_account)
         where a.type = $1), 0)::text as balance`,
      [type],
    );
    const [row] = rows;
    if (row === undefined || row.balance !== row.needed) {
      violations.push(`${type} holds Rp ${row?.balance}, open requests need Rp ${row?.needed}`);
    }
  }
  return violations;
}

/**
 * No request was approved by a person who made it or its data, directly or through any generation of a key, and nothing was
 * paid without the approval of somebody else.
 */
export async function checkApprovals({ environment }: SimulationContext): Promise<string[]> {
  const { rows } = await environment.owner.query<{ request: string }>(
    `select r.subject_type || ' ' || r.subject_id as request
     from app.approval_decision d
     join app.approval_request r on r.merchant_id = d.merchant_id and r.id = d.request_id
     where d.decision = 'approve' and (d.person_id in (r.requested_by_id, r.requested_by_owner)
       or d.person_id = any (r.maker_ids)
       or exists (select from app.api_key k where k.merchant_id = r.merchant_id
         and (k.id = r.requested_by_id or k.id = any (r.maker_ids))
         and (k.owner_id = d.person_id or d.person_id = any (k.former_owner_ids))))
     union all
     select 'paid without approval: ' || x.id from (
       select merchant_id, id, 'disbursement' as subject_type from app.disbursement
         where batch_id is null and sent_at is not null
       union all select merchant_id, id, 'refund' from app.refund where sent_at is not null
       union all select b.merchant_id, b.id, 'disbursement_batch' from app.disbursement_batch b
         where exists (select from app.disbursement d where d.merchant_id = b.merchant_id and d.batch_id = b.id)
       union all select merchant_id, id, 'balance_transfer' from app.balance_transfer where status = 'posted') x
     where not exists (
       select from app.approval_request r
       where r.merchant_id = x.merchant_id and r.subject_type = x.subject_type and r.subject_id = x.id
         and r.status = 'approved')`,
  );
  return rows.map(({ request }) => `approved by nobody else: ${request}`);
}

/** Payments that the bank must have executed, returned later or not, so that the other checks are not empty. */
export async function checkSomethingPaid(context: SimulationContext, is_long: boolean): Promise<string[]> {
  const { rows } = await context.environment.owner.query<Record<string, number>>(
    `select
       (count(*) filter (where o.subject_type = 'disbursement' and d.batch_id is null))::int as "single disbursements",
       (count(*) filter (where d.batch_id is not null))::int as "rows of batches",
       (count(*) filter (where o.subject_type = 'refund'))::int as "refunds by transfer",
       (count(*) filter (where o.subject_type = 'settlement_batch'))::int as "settlements"
     from app.bank_transfer o
     left join app.disbursement d on d.merchant_id = o.merchant_id and d.id = o.subject_id
     where o.status in ('succeeded', 'returned')`,
  );
  const unpaid = Object.keys(rows[0] ?? {})
    .filter((kind) => (rows[0]?.[kind] ?? 0) === 0)
    .map((kind) => `no ${kind} were paid`);
  if (!is_long) return unpaid;
  const unseen = OUTCOMES.filter((outcome) => (context.records.outcomes[outcome] ?? 0) === 0);
  return [...unpaid, ...unseen.map((outcome) => `nothing was ${outcome}`)];
}
