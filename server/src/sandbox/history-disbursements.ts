/** Disbursements of the generated history: one in each state that people meet, and the beneficiaries of some. */
import * as duration from '@dasbor/contract/duration';
import { toSnapValue } from '@dasbor/contract/money';
import { asMerchant } from '../db/tx.ts';
import { createDisbursement } from '../disbursement/create.ts';
import { approveDisbursement, cancelDisbursement, rejectDisbursement } from '../disbursement/decide.ts';
import { DISBURSEMENT_PORT } from '../disbursement/jobs.ts';
import { resolveAccount } from '../disbursement/resolve-account.ts';
import { sendDisbursement } from '../disbursement/send.ts';
import {
  type HistoryContext,
  type PastDeps,
  type PastEvent,
  createPastDeps,
  getPastTime,
  getPrincipal,
} from './history-context.ts';
import { checkLastTransfer } from './history-transfers.ts';
import { findDisbursementByReference } from './history-queries.ts';

type DisbursementEnding = 'pending' | 'rejected' | 'cancelled' | 'scheduled' | 'success' | 'failed' | 'returned';

interface PlannedDisbursement {
  days_ago: number;
  hour: number;
  beneficiary: keyof typeof BENEFICIARIES;
  amount: number;
  description: string;
  ending: DisbursementEnding;
  /** Saves the account as a beneficiary. */
  is_saved?: true;
}

/** Accounts of the beneficiaries; the sandbox bank gets them with the history. */
const BENEFICIARIES = {
  roastery: { bank_code: '014', account_no: '8010000021', holder: 'CV SUMBER KOPI TORAJA' },
  bakery: { bank_code: '008', account_no: '1370008010022', holder: 'PT ROTI LUMBUNG' },
  repairs: { bank_code: '014', account_no: '8010000023', holder: 'HENDRA GUNAWAN' },
  rent: { bank_code: '009', account_no: '0198010024', holder: 'YAYASAN GRAHA MANDALA' },
} as const;

const PLAN: PlannedDisbursement[] = [
  {
    days_ago: 26,
    hour: 10,
    beneficiary: 'roastery',
    amount: 2_450_000,
    description: 'Biji kopi 40 kg',
    ending: 'success',
    is_saved: true,
  },
  {
    days_ago: 21,
    hour: 9,
    beneficiary: 'bakery',
    amount: 1_120_000,
    description: 'Roti dan kue',
    ending: 'success',
    is_saved: true,
  },
  {
    days_ago: 16,
    hour: 14,
    beneficiary: 'rent',
    amount: 4_500_000,
    description: 'Sewa ruko',
    ending: 'success',
    is_saved: true,
  },
  { days_ago: 12, hour: 11, beneficiary: 'repairs', amount: 875_000, description: 'Servis mesin', ending: 'failed' },
  { days_ago: 9, hour: 15, beneficiary: 'bakery', amount: 3_200_000, description: 'Roti dan kue', ending: 'rejected' },
  { days_ago: 8, hour: 10, beneficiary: 'repairs', amount: 640_000, description: 'Servis mesin', ending: 'returned' },
  {
    days_ago: 6,
    hour: 16,
    beneficiary: 'roastery',
    amount: 1_100_000,
    description: 'Biji kopi 18 kg',
    ending: 'cancelled',
  },
  {
    days_ago: 4,
    hour: 10,
    beneficiary: 'roastery',
    amount: 2_450_000,
    description: 'Biji kopi 40 kg',
    ending: 'success',
  },
  { days_ago: 2, hour: 13, beneficiary: 'rent', amount: 4_500_000, description: 'Sewa ruko', ending: 'scheduled' },
  { days_ago: 1, hour: 15, beneficiary: 'bakery', amount: 1_785_000, description: 'Roti dan kue', ending: 'pending' },
];

/** When the scheduled one is paid, in days after the end of the history. */
const SCHEDULED_IN_DAYS = 12;

/** The disbursements as events, after the deposits that pay for them. */
export const planDisbursements = (context: HistoryContext): PastEvent[] =>
  PLAN.map((plan, index) => ({
    at: getPastTime(context, plan.days_ago, plan.hour),
    run: () => createPastDisbursement(context, plan, `KN-PAY-${index + 1}`),
  }));

/** Continues from the current status of the disbursement. */
async function createPastDisbursement(
  context: HistoryContext,
  plan: PlannedDisbursement,
  merchant_reference: string,
): Promise<void> {
  const { deps, merchant_id } = context;
  const { beneficiary, ending } = plan;
  const failing = { call: 'transfer_intrabank', response: 'inactive_account' } as const;
  const past = createPastDeps(deps, getPastTime(context, plan.days_ago, plan.hour), {
    holder: BENEFICIARIES[beneficiary].holder,
    ...(ending === 'failed' ? { failing } : {}),
  });
  const find = () => asMerchant(deps.db, merchant_id, (tx) => findDisbursementByReference(tx, merchant_reference));
  if ((await find()) === undefined) await requestDisbursement(context, past, plan, merchant_reference);
  const found = await find();
  if (found === undefined || ending === 'pending') return;
  past.clock.advance(duration.minutes(25));
  if (found.status === 'pending_approval') await decide(past, merchant_id, found.id, ending);
  past.clock.advance(2_000);
  if ((await find())?.status === 'queued') await sendDisbursement(past, merchant_id, found.id);
  if (ending === 'returned' && (await find())?.status === 'success') await returnTransfer(context, past, found);
}

async function requestDisbursement(
  context: HistoryContext,
  past: PastDeps,
  { beneficiary, amount, description, ending, is_saved }: PlannedDisbursement,
  merchant_reference: string,
): Promise<void> {
  const { merchant_id } = context;
  const { bank_code, account_no, holder: account_name } = BENEFICIARIES[beneficiary];
  const principal = getPrincipal('finance');
  const now = past.clock.now();
  const account = await resolveAccount(past, { bank_code, account_no }, { merchant_id, principal, now });
  const schedule_at = new Date(getPastTime(context, 0, 9).getTime() + duration.days(SCHEDULED_IN_DAYS)).toISOString();
  const input = {
    merchant_reference,
    amount,
    description,
    account_name,
    ...(ending === 'scheduled' ? { schedule_at } : {}),
    ...(is_saved ? { save_beneficiary: true } : {}),
  };
  await asMerchant(past.db, merchant_id, (tx) =>
    createDisbursement(tx, account, input, { principal, ip: '127.0.0.1', now, bank: past.bank }),
  );
}

function decide(past: PastDeps, merchant_id: string, id: string, ending: DisbursementEnding): Promise<void> {
  const context = { principal: getPrincipal('approver'), ip: '127.0.0.1', now: past.clock.now(), vault: past.vault };
  return asMerchant(past.db, merchant_id, (tx) => {
    if (ending === 'rejected') return rejectDisbursement(tx, id, 'Faktur belum diterima', context);
    if (ending === 'cancelled')
      return cancelDisbursement(tx, id, 'Pesanan dibatalkan', { ...context, principal: getPrincipal('finance') });
    return approveDisbursement(tx, id, null, context);
  });
}

/** The receiving bank returns the transfer a day later. */
async function returnTransfer(
  { deps, merchant_id }: HistoryContext,
  past: PastDeps,
  { id, amount }: { id: string; amount: number },
): Promise<void> {
  const returned_at = new Date(past.clock.now().getTime() + duration.hours(26));
  const bank = createPastDeps(deps, returned_at, { returned: toSnapValue(amount) });
  const subject = { subject_type: 'disbursement', subject_id: id } as const;
  await checkLastTransfer(bank, { disbursement: DISBURSEMENT_PORT }, merchant_id, subject);
}
