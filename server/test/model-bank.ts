/**
 * A bank in memory on the clock of the test, which remembers every transfer that it executed. Each account has a
 * behaviour; `random` misbehaves by chance. It replaces the transfer services of the SNAP BI client.
 */
import { toSnapValue } from '@dasbor/contract/money';
import { SNAP_RESPONSES, type SnapResponseKind, formatResponseCode, SNAP_STATUSES } from '@dasbor/contract/snap';
import type { TransferService } from '@dasbor/contract/snap-transfer';
import type { Clock } from '../src/db/clock.ts';
import type { BankClient } from '../src/rails/bank-client.ts';
import type { TransferRequest, TransferServices } from '../src/rails/bank-transfer.ts';
import type { BankOutcome } from '../src/rails/snap-client.ts';
import { type TestApp, startTestApp } from './test-app.ts';

export const MODEL_OUTCOMES = [
  'success',
  'refused',
  'lost',
  'unknown_then_success',
  'unknown_then_failed',
  'late_success',
  'returned',
  'failed_then_returned',
  'wrong_amount',
  'duplicate',
] as const;
export type ModelOutcome = (typeof MODEL_OUTCOMES)[number];

export interface ModelTransfer {
  partner_reference_no: string;
  account_no: string;
  bank_code: string;
  amount: number;
  service: string;
  outcome: ModelOutcome;
  executed_at: number;
}

/** How long a transfer stays in its first state. */
export const SETTLE_MS = 5_000;

export interface ModelBank {
  services: TransferServices;
  /** Behaviour of an account; `success` by default. */
  setOutcome: (account_no: string, outcome: ModelOutcome) => void;
  /** Chooses the behaviour of accounts without one, for each transfer. */
  setChooser: (choose: () => ModelOutcome) => void;
  /** Whether no request is answered at all. */
  setOffline: (is_offline: boolean) => void;
  /** Until when the client knows that the bank does not respond. */
  setReopening: (next: Date | null) => void;
  /** Every transfer that was executed, in order. */
  executed: ModelTransfer[];
  /** Transfers that arrived, executed or not. */
  transfers: string[];
  /** What the transfer has come to: the money left for good, or not. */
  isPaid: (transfer: ModelTransfer) => boolean;
}

/** A message of the bank log. */
const buildMessage = (clock: Clock, request: unknown, code: string | null) => ({
  at: clock.now(),
  direction: 'out' as const,
  partner: 'model',
  endpoint: '/model',
  external_id: '1',
  http_status: code === null ? null : Number(code.slice(0, 3)),
  response_code: code,
  latency_ms: 1,
  request,
  response: null,
});

/** The answers of a bank, on a clock. */
const buildAnswers = (clock: Clock) => ({
  unreachable: (request: unknown) =>
    ({ kind: 'unreachable', detail: 'no response', message: buildMessage(clock, request, null) }) as const,
  refused: (request: unknown, kind: SnapResponseKind, service: '16' | '36' | TransferService) => {
    const { http, case: case_code, message: detail } = SNAP_RESPONSES[kind];
    const response_code = formatResponseCode(http, service, case_code);
    return { kind: 'refused', response_code, detail, message: buildMessage(clock, request, response_code) } as const;
  },
  ok: <R extends object>(request: unknown, response: R): BankOutcome<never> =>
    ({
      kind: 'ok',
      response: { responseCode: '2000000', responseMessage: 'Successful', ...response },
      message: { ...buildMessage(clock, request, '2000000'), response },
    }) as unknown as BankOutcome<never>,
});

/** Status of an executed transfer before and after it has settled; `success` both times for the other outcomes. */
const STATES: Partial<Record<ModelOutcome, [keyof typeof SNAP_STATUSES, keyof typeof SNAP_STATUSES]>> = {
  unknown_then_success: ['pending', 'success'],
  unknown_then_failed: ['pending', 'failed'],
  late_success: ['failed', 'success'],
  returned: ['success', 'refunded'],
  failed_then_returned: ['pending', 'refunded'],
};
/** Outcomes that are executed, and whose transfer gets no answer. */
const SILENT: readonly ModelOutcome[] = [
  'unknown_then_success',
  'unknown_then_failed',
  'late_success',
  'failed_then_returned',
];
/** Outcomes after which the money is back at the sender. */
const UNPAID: readonly ModelOutcome[] = ['returned', 'failed_then_returned', 'unknown_then_failed'];

interface State {
  clock: Clock;
  executed: ModelTransfer[];
  transfers: string[];
  outcomes: Map<string, ModelOutcome>;
  choose: () => ModelOutcome;
  is_offline: boolean;
  reopens_at: Date | null;
}

export function createModelBank(clock: Clock, own_bank = '014'): ModelBank {
  const state: State = {
    clock,
    executed: [],
    transfers: [],
    outcomes: new Map(),
    choose: () => 'success',
    is_offline: false,
    reopens_at: null,
  };
  return {
    services: buildServices(state, own_bank),
    setOutcome: (account_no, outcome) => state.outcomes.set(account_no, outcome),
    setChooser: (next) => {
      state.choose = next;
    },
    setOffline: (next) => {
      state.is_offline = next;
    },
    setReopening: (next) => {
      state.reopens_at = next;
    },
    executed: state.executed,
    transfers: state.transfers,
    isPaid: ({ outcome }) => !UNPAID.includes(outcome),
  };
}

const findExecuted = ({ executed }: State, reference: string): ModelTransfer | undefined =>
  executed.find(({ partner_reference_no }) => partner_reference_no === reference);

const getToldAmount = ({ amount, outcome }: ModelTransfer) => ({
  value: toSnapValue(amount + (outcome === 'wrong_amount' ? 1 : 0)),
  currency: 'IDR',
});

function buildServices(state: State, own_bank: string): TransferServices {
  const { ok, refused, unreachable } = buildAnswers(state.clock);
  return {
    findReopening: () => state.reopens_at,
    probe: async () => buildMessage(state.clock, {}, state.is_offline ? null : '4043601'),
    isOwnBank: (bank_code) => bank_code === own_bank,
    inquireAccount: async (request) => {
      if (state.is_offline) return unreachable(request);
      const { beneficiaryBankCode, beneficiaryAccountNo } = request;
      if (beneficiaryAccountNo.startsWith('404')) return refused(request, 'invalid_account', '16');
      return ok(request, { beneficiaryBankCode, beneficiaryAccountNo, beneficiaryAccountName: 'SARI PRATIWI' });
    },
    transfer: async (transfer) => executeTransfer(state, transfer),
    queryTransfer: async (originalPartnerReferenceNo, serviceCode) => {
      const request = { originalPartnerReferenceNo, serviceCode };
      if (state.is_offline) return unreachable(request);
      const found = findExecuted(state, originalPartnerReferenceNo);
      if (found === undefined) return refused(request, 'transaction_not_found', '36');
      const is_settled = state.clock.now().getTime() - found.executed_at >= SETTLE_MS;
      const status = (STATES[found.outcome] ?? ['success', 'success'])[is_settled ? 1 : 0];
      return ok(request, {
        originalReferenceNo: `REF${state.executed.indexOf(found) + 1}`,
        originalPartnerReferenceNo,
        serviceCode,
        latestTransactionStatus: SNAP_STATUSES[status],
        transactionStatusDesc: status,
        amount: getToldAmount(found),
      });
    },
  };
}

/** Executes a transfer once per reference, as the behaviour of its account demands. */
function executeTransfer(state: State, transfer: TransferRequest): BankOutcome<never> {
  const { ok, refused, unreachable } = buildAnswers(state.clock);
  const { partnerReferenceNo: partner_reference_no, beneficiaryAccountNo: account_no } = transfer;
  state.transfers.push(partner_reference_no);
  if (state.is_offline) return unreachable(transfer);
  if (findExecuted(state, partner_reference_no))
    return refused(transfer, 'duplicate_partner_reference', transfer.service ?? '18');
  const outcome = state.outcomes.get(account_no) ?? state.choose();
  if (outcome === 'refused') return refused(transfer, 'do_not_honor', transfer.service ?? '18');
  if (outcome === 'lost') return unreachable(transfer);
  const done: ModelTransfer = {
    partner_reference_no,
    account_no,
    bank_code: transfer.beneficiaryBankCode,
    amount: Number.parseInt(transfer.amount.value, 10),
    service: transfer.service ?? '',
    outcome,
    executed_at: state.clock.now().getTime(),
  };
  state.executed.push(done);
  if (outcome === 'duplicate') return refused(transfer, 'duplicate_partner_reference', transfer.service ?? '18');
  if (SILENT.includes(outcome)) return unreachable(transfer);
  return ok(transfer, {
    referenceNo: `REF${state.executed.length}`,
    partnerReferenceNo: partner_reference_no,
    beneficiaryAccountNo: account_no,
    amount: getToldAmount(done),
  });
}

/** The bank of the application with the transfers of a model. */
export const withModelBank = (bank: BankClient, model: ModelBank): BankClient => ({ ...bank, ...model.services });

/** Starts the application with a model bank on its clock. */
export async function startWithModelBank(): Promise<{ t: TestApp; model: ModelBank }> {
  let model: ModelBank | undefined;
  const t = await startTestApp({
    change: (deps) => {
      model = createModelBank(deps.clock);
      return { ...deps, bank: withModelBank(deps.bank, model) };
    },
  });
  if (model === undefined) throw new Error('The application did not take the model bank');
  return { t, model };
}
