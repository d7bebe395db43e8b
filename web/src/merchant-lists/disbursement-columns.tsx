/** Columns of the disbursements of many merchants. */
import { bankShortName } from '@dasbor/contract/bank';
import {
  type DisbursementStatus,
  disbursementFailureLabel,
  disbursementStatusLabel,
} from '@dasbor/contract/disbursement-fields';
import type { MerchantDisbursement } from '@dasbor/contract/merchant-lists';
import { railLabel } from '@dasbor/contract/transfer-rail';
import { Amount } from '../ui/amount.tsx';
import { AMOUNT, type FieldColumn, STATUS, TIME, renderInstant, renderText } from '../ui/column.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { StatusChip } from '../ui/status-chip.tsx';
import { DISBURSEMENT_TONES } from '../ui/status-tones.ts';
import { merchantColumn, timeColumn } from './columns.tsx';
import { messages } from './messages.ts';

export const formatDisbursementStatus = (status: string): string =>
  disbursementStatusLabel(status as DisbursementStatus, currentLanguage());
export const DisbursementChip = ({ status }: { status: string }) => (
  <StatusChip
    status={status}
    tone={DISBURSEMENT_TONES[status as DisbursementStatus]}
    label={formatDisbursementStatus(status)}
  />
);

export function buildDisbursementColumns(): readonly FieldColumn<MerchantDisbursement, string>[] {
  const t = messages().columns;
  return [
    timeColumn(),
    merchantColumn(),
    {
      id: 'merchant_reference',
      label: t.reference,
      width_px: 150,
      priority: 6,
      render: (row) => row.merchant_reference,
    },
    { id: 'verified_name', label: t.beneficiary, width_px: 160, priority: 7, render: (row) => row.verified_name },
    {
      id: 'bank_code',
      label: t.bank,
      width_px: 100,
      is_whole: true,
      priority: 5,
      render: (row) => bankShortName(row.bank_code),
    },
    { ...AMOUNT, id: 'amount', label: t.amount, render: (row) => <Amount value={row.amount} strong /> },
    { ...STATUS, id: 'status', label: t.status, render: (row) => <DisbursementChip status={row.status} /> },
    {
      id: 'rail',
      label: t.rail,
      width_px: 136,
      priority: 3,
      render: (row) => railLabel(row.rail, currentLanguage()),
    },
    { ...TIME, id: 'completed_at', label: t.completed, priority: 2, render: (row) => renderInstant(row.completed_at) },
    {
      id: 'failure',
      label: t.failure,
      width_px: 200,
      priority: 1,
      is_hidden: true,
      fields: ['failure_code', 'failure_message'],
      render: (row) =>
        renderText(row.failure_code === null ? null : disbursementFailureLabel(row.failure_code, currentLanguage())),
    },
  ];
}
