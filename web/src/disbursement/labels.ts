/** Labels of disbursements in the current language. */
import { formatBankAccount } from '@dasbor/contract/account-number';
import { isCustomRole } from '@dasbor/contract/access';
import type { NamedApprovers } from '@dasbor/contract/approval-fields';
import {
  type Disbursement,
  type DisbursementStatus,
  disbursementFailureLabel,
  disbursementFailureName,
  disbursementStatusLabel,
  queueReasonLabel,
} from '@dasbor/contract/disbursement-fields';
import { roleLabel } from '@dasbor/contract/labels';
import { type RailChoice, railLabel } from '@dasbor/contract/transfer-rail';
import { currentLanguage } from '../ui/define-messages.ts';
import { messages } from './messages.ts';

export const formatStatus = (status: string): string =>
  disbursementStatusLabel(status as DisbursementStatus, currentLanguage());
export const formatRail = (rail: string): string => railLabel(rail as RailChoice, currentLanguage());
/** Text of a failure code. */
export const formatFailureCode = (code: string): string => disbursementFailureName(code, currentLanguage());
export const formatAccount = ({ bank_code, account_last4 }: { bank_code: string; account_last4: string }): string =>
  formatBankAccount(bank_code, account_last4);

/** Why it failed or still waits; null when there is nothing to say. */
export function formatReason(row: Disbursement): string | null {
  if (row.failure_code !== null) return disbursementFailureLabel(row.failure_code, currentLanguage());
  if (row.queue_reason !== null) return queueReasonLabel(row.queue_reason, currentLanguage());
  return row.status === 'rejected' || row.status === 'cancelled' ? row.decision_note : null;
}

/** Roles and people who may approve; empty when the policy names nobody. A deleted custom role has no name any more. */
export const formatApprovers = ({ roles, role_names, people }: NamedApprovers): string =>
  [...roles.map((role) => formatRole(role, role_names)), ...people].join(', ');

const formatRole = (role: string, role_names: NamedApprovers['role_names']): string =>
  isCustomRole(role) ? (role_names[role] ?? messages().detail.deleted_role) : roleLabel(role, currentLanguage());
