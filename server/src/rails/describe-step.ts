/** Effects of the steps of a transfer on its row and on its subject. Pure. */
import type { BankTransfer, BankTransferChange } from './transfer-queries.ts';
import type { TransferOutcome, TransferStep } from './transfer-rules.ts';

/** Changes of the order by a step, and the outcome for the subject; null: nothing new. */
export function describeStep(
  transfer: BankTransfer,
  step: TransferStep,
  now: Date,
): { change: BankTransferChange; outcome: TransferOutcome | null } {
  switch (step.kind) {
    case 'wait': {
      const { not_executed_since, refusal = {} } = step;
      return transfer.status === 'sent'
        ? { change: { status: 'unknown', not_executed_since, ...refusal }, outcome: { kind: 'unknown' } }
        : { change: { not_executed_since, ...refusal }, outcome: null };
    }
    case 'resend':
      return {
        change: { last_sent_at: now, send_count: transfer.send_count + 1, not_executed_since: null },
        outcome: null,
      };
    case 'succeed': {
      const cleared = { response_code: null, failure_code: null, failure_message: null };
      const { bank_reference } = step;
      const late = step.is_late ? { late_at: now, not_executed_since: null } : {};
      const { executed_amount } = step;
      const resolved = executed_amount === undefined ? {} : { executed_amount, resolved_at: now };
      const change = { status: 'succeeded' as const, bank_reference, ...cleared, ...late, ...resolved, ended_at: now };
      return { change, outcome: step };
    }
    case 'fail': {
      const { code: failure_code, response_code, message: failure_message } = step;
      const resolved = step.is_resolved === true ? { resolved_at: now } : {};
      const failure = { failure_code, response_code, failure_message };
      const change = { status: 'failed' as const, ...failure, ...resolved, ended_at: now };
      return { change, outcome: step };
    }
    case 'return':
      return { change: { status: 'returned', failure_message: step.message, ended_at: now }, outcome: step };
  }
}
