import { bankShortName } from '@dasbor/contract/bank';
import { formatAccountNumber } from '@dasbor/contract/account-number';
import type { BatchColumn, BatchRow, BatchRowChange } from '@dasbor/contract/disbursement-batch-fields';
import type { DisbursementStatus } from '@dasbor/contract/disbursement-fields';
import { ActionIcon, Checkbox } from '@mantine/core';
import { IconChevronRight, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { Amount, formatRupiah } from '../ui/amount.tsx';
import { type Column, EMPTY_CELL, renderText } from '../ui/column.tsx';
import { SecondaryText, RowCard, RowCardActions } from '../ui/row-card.tsx';
import { TwoLines } from '../ui/two-lines.tsx';
import { type Tone, StatusChip } from '../ui/status-chip.tsx';
import { batchMessages } from './batch-messages.ts';
import classes from './batch-rows.module.css';
import { EditableCell } from './editable-cell.tsx';
import { DisbursementStatusChip } from './disbursement-status.tsx';

/** Rows that an approver selected not to be paid, with their amounts. */
export type ExcludedRows = ReadonlyMap<number, number>;

interface Exclusion {
  excluded: ExcludedRows;
  onExclude: (rows: ExcludedRows) => void;
}

interface RowColumns {
  /** Changes a value; null while rows cannot be changed. */
  edit: ((row_no: number, change: BatchRowChange) => void) | null;
  remove: ((row_no: number) => void) | null;
  exclusion: Exclusion | null;
  /** Whether rows have become disbursements. */
  has_run: boolean;
}

const TONES: Record<BatchRow['status'], Tone> = {
  unchecked: 'pending',
  valid: 'success',
  warning: 'warning',
  error: 'danger',
};

/** Result of the validation, or the status of the disbursement that the row became. */
export function RowResult({ row }: { row: BatchRow }) {
  const t = batchMessages().rows;
  if (row.disbursement_status !== null) {
    return <DisbursementStatusChip status={row.disbursement_status as DisbursementStatus} />;
  }
  if (row.is_excluded) return <StatusChip status="excluded" tone="neutral" label={t.excluded} />;
  const labels = { unchecked: t.unchecked, valid: t.valid, warning: t.is_warning, error: t.invalid };
  return <StatusChip status={row.status} tone={TONES[row.status]} label={labels[row.status]} />;
}

/** Columns of the review, with texts in the current language. */
export function buildRowColumns({ edit, remove, exclusion, has_run }: RowColumns): readonly Column<BatchRow>[] {
  const t = batchMessages().rows;
  const cell = (
    field: BatchColumn,
    label: string,
    width_px: number,
    read: (row: BatchRow) => string,
  ): Column<BatchRow> => ({
    id: field,
    label,
    width_px,
    ...(field === 'amount' ? { align: 'right' as const } : {}),
    render: (row) => (
      <EditableCell
        row={row}
        field={field}
        label={label}
        text={read(row)}
        onChange={edit === null ? null : (value) => edit(row.row_no, { [field]: value })}
      />
    ),
  });
  return [
    ...(exclusion === null ? [] : [buildExclusionColumn(exclusion)]),
    { id: 'row', label: t.row, width_px: 56, align: 'right', render: (row) => row.row_no },
    { id: 'result', label: t.result, width_px: 128, is_whole: true, render: (row) => <RowResult row={row} /> },
    cell('reference_id', t.reference, 150, (row) => row.reference_id),
    // As in the file while it can be corrected.
    cell('amount', t.amount, 124, (row) =>
      edit === null && row.amount !== null ? formatRupiah(row.amount) : row.amount_text,
    ),
    ...(has_run
      ? [buildBeneficiaryColumn(), buildReasonColumn()]
      : [
          cell('bank_code', t.bank, 128, formatRowBank),
          cell('account_number', t.account, 116, formatAccount),
          cell('account_name', t.account_name, 170, (row) => row.account_name),
        ]),
    { id: 'verified', label: t.verified, width_px: 170, priority: 3, render: (row) => renderText(row.verified_name) },
    { ...cell('description', t.description, 150, (row) => row.description), priority: 2 },
    { ...cell('email', t.email, 160, (row) => row.email), priority: 1 },
    { ...cell('email_cc', t.email_cc, 120, (row) => row.email_cc), priority: 0 },
    { ...cell('email_bcc', t.email_bcc, 120, (row) => row.email_bcc), priority: 0 },
    ...(has_run ? [buildLinkColumn()] : []),
    ...(remove === null ? [] : [buildDeleteColumn(remove)]),
  ];
}

const buildExclusionColumn = ({ excluded, onExclude }: Exclusion): Column<BatchRow> => ({
  id: 'selection',
  label: batchMessages().rows.excluded,
  width_px: 40,
  is_selection: true,
  head: '',
  render: (row) => (
    <Checkbox
      size="xs"
      aria-label={`${batchMessages().rows.excluded}: ${row.reference_id}`}
      checked={excluded.has(row.row_no) || row.is_excluded}
      disabled={row.is_excluded}
      onChange={(event) => {
        const next = new Map(excluded);
        if (event.currentTarget.checked) next.set(row.row_no, row.amount ?? 0);
        else next.delete(row.row_no);
        onExclude(next);
      }}
    />
  ),
});

const formatRowBank = (row: BatchRow): string =>
  row.bank_code === null ? row.bank_text : bankShortName(row.bank_code);
const formatAccount = (row: BatchRow): string =>
  row.account_last4 === '' ? '' : formatAccountNumber(row.account_last4);

/** Once the batch is paid its values are fixed: one cell for the account leaves room for the reason. */
const buildBeneficiaryColumn = (): Column<BatchRow> => ({
  id: 'beneficiary',
  label: batchMessages().rows.beneficiary,
  width_px: 180,
  render: (row) => (
    <TwoLines>
      <span>{row.account_name}</span>
      <SecondaryText>{[formatRowBank(row), formatAccount(row)].filter((part) => part !== '').join(' ')}</SecondaryText>
    </TwoLines>
  ),
});

/** Reasons are sentences: two lines show the longest of them. */
const buildReasonColumn = (): Column<BatchRow> => ({
  id: 'not_paid_reason',
  label: batchMessages().rows.not_paid_reason,
  width_px: 290,
  render: (row) =>
    row.not_paid_reason === null ? (
      EMPTY_CELL
    ) : (
      <span className={classes.reason} data-complete>
        {row.not_paid_reason}
      </span>
    ),
});

const buildLinkColumn = (): Column<BatchRow> => ({
  id: 'disbursement',
  label: '',
  width_px: 48,
  is_pinned: true,
  render: (row) =>
    row.disbursement_id === null ? null : (
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={batchMessages().rows.open}
        renderRoot={(props) => <Link to="/disbursement/$id" params={{ id: row.disbursement_id ?? '' }} {...props} />}
      >
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
    ),
});

const buildDeleteColumn = (remove: (row_no: number) => void): Column<BatchRow> => ({
  id: 'delete',
  label: '',
  width_px: 48,
  is_pinned: true,
  render: ({ row_no }) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={batchMessages().rows.delete(row_no)}
      onClick={() => remove(row_no)}
    >
      <IconTrash size={16} aria-hidden />
    </ActionIcon>
  ),
});

interface BatchRowCardProps {
  row: BatchRow;
  columns: readonly Column<BatchRow>[];
}

/** A row for phones, with each value that has issues to be corrected, and what can be done with the row. */
export function BatchRowCard({ row, columns }: BatchRowCardProps) {
  const faulty = columns.filter(({ id }) => row.issues.some(({ field }) => field === id));
  const actions = columns.filter(({ is_pinned }) => is_pinned);
  return (
    <RowCard>
      {row.amount === null ? <b>{row.amount_text}</b> : <Amount value={row.amount} strong />}
      <RowResult row={row} />
      <span>{row.account_name}</span>
      <SecondaryText>
        {formatRowBank(row)} {formatAccount(row)}
      </SecondaryText>
      <SecondaryText>{row.reference_id}</SecondaryText>
      <SecondaryText>
        {batchMessages().rows.row} {row.row_no}
      </SecondaryText>
      {row.not_paid_reason !== null && <div className={classes.line}>{row.not_paid_reason}</div>}
      {faulty.map((column) => (
        <div key={column.id} className={classes.line} data-faulty>
          <span>{column.label}</span>
          {column.render(row)}
          <span>
            {row.issues
              .filter(({ field }) => field === column.id)
              .map(({ detail }) => detail)
              .join(' ')}
          </span>
        </div>
      ))}
      <RowCardActions>
        {actions.map((column) => (
          <Fragment key={column.id}>{column.render(row)}</Fragment>
        ))}
      </RowCardActions>
    </RowCard>
  );
}
