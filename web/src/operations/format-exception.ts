/** One-sentence description of an exception. */
import type { DocumentType } from '@dasbor/contract/business-profile-fields';
import { DOCUMENT_LABELS } from '@dasbor/contract/business-profile-labels';
import type { OperationsException } from '@dasbor/contract/operations';
import { currentLanguage } from '../ui/define-messages.ts';
import { messages } from './messages.ts';

export function formatException({ kind, state }: Pick<OperationsException, 'kind' | 'state'>): string {
  const t = messages().exceptions.what;
  if (kind === 'settlement_failed') return state === 'returned' ? t.settlement_returned : t.settlement_failed;
  if (kind === 'payout_failed') return state === 'reversed' ? t.payout_reversed : t.payout_failed;
  if (kind === 'settlement_dispute') return state === 'proposed' ? t.settlement_dispute_proposed : t.settlement_dispute;
  if (kind === 'webhook_failing') return state === 'failing' ? t.webhook_failing : t.webhook_disabled;
  if (kind === 'payment_not_allowed')
    return state === 'limit_exceeded' ? t.payment_above_limit : t.payment_channel_disabled;
  if (kind === 'verification_undecided') return state === 'change' ? t.change_undecided : t.verification_undecided;
  if (kind === 'document_expiring') return state === 'expired' ? t.document_expired : t.document_expiring;
  if (kind === 'job_failed')
    return state === 'waiting' ? t.job_waiting : state === 'retrying' ? t.job_retrying : t.job_failed;
  return t[kind];
}

/** Reported detail, or the document concerned. */
export function formatDetail({ kind, detail }: Pick<OperationsException, 'kind' | 'detail'>): string | null {
  if (kind !== 'document_expiring' || detail === null) return detail;
  return DOCUMENT_LABELS[detail as DocumentType][currentLanguage()];
}
