/** Definitions of the lists over many merchants: routes, filters and columns. */
import { VA_BANK_CHANNELS } from '@dasbor/contract/bank';
import { DISBURSEMENT_STATUSES, disbursementFailureName } from '@dasbor/contract/disbursement-fields';
import { paymentFailureName } from '@dasbor/contract/labels';
import {
  type MerchantOfRow,
  type MerchantRefund,
  listDisbursementsOfMerchants,
  listRefundsOfMerchants,
  listSettlementsOfMerchants,
  listTransactionsOfMerchants,
  summariseDisbursementsOfMerchants,
  summariseRefundsOfMerchants,
  summariseSettlementsOfMerchants,
  summariseTransactionsOfMerchants,
} from '@dasbor/contract/merchant-lists';
import { NOT_SET } from '@dasbor/contract/paging';
import { REFUND_METHODS, REFUND_REASONS, REFUND_STATUSES } from '@dasbor/contract/refund-fields';
import { refundFailureName, refundMethodLabel, refundReasonLabel } from '@dasbor/contract/refund-labels';
import type { Route } from '@dasbor/contract/route';
import { SETTLEMENT_BATCH_STATUSES } from '@dasbor/contract/settlement-fields';
import { SETTLEMENT_STATUSES } from '@dasbor/contract/settlement-status';
import { toBusinessDay } from '@dasbor/contract/time';
import {
  HOURS_OF_DAY,
  TRANSACTION_METHODS,
  TRANSACTION_SORTS,
  TRANSACTION_SOURCES,
  TRANSACTION_STATUSES,
} from '@dasbor/contract/transaction';
import { TRANSFER_RAILS, railLabel } from '@dasbor/contract/transfer-rail';
import type { ReactNode } from 'react';
import { formatChannelValue, formatHourRange } from '../list/filter-labels.ts';
import { type FilterBounds, type FilterForm, filterForm } from '../list/filter.ts';
import type { ListRow } from '../list/merge-rows.ts';
import type { FieldColumn } from '../ui/column.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import {
  BatchChip,
  formatBatchStatus,
  buildRefundColumns,
  buildSettlementColumns,
  buildTransactionColumns,
} from './columns.tsx';
import { DisbursementChip, buildDisbursementColumns, formatDisbursementStatus } from './disbursement-columns.tsx';
import { messages } from './messages.ts';

export const LISTS = ['transactions', 'refunds', 'settlements', 'disbursements'] as const;
export type ListName = (typeof LISTS)[number];

/** Common fields of every row. */
export type AnyRow = MerchantOfRow & ListRow;

/** A filter with the parts that every list over many merchants has. */
export type MerchantsFilter = FilterBounds & { merchant_id: string; group_id: string; status: string[]; sort: string };

export interface MerchantList {
  route: Route & { files: true };
  summary: Route;
  form: FilterForm<MerchantsFilter>;
  toQuery: (filter: MerchantsFilter) => Record<string, unknown>;
  toSummaryQuery: (filter: MerchantsFilter) => Record<string, unknown>;
  date: () => readonly [field: string, label: string];
  choices: () => readonly (readonly [name: string, label: string, values: readonly string[]])[];
  value_labels?: Record<string, (value: string) => string>;
  /** Filters by values that only links set: name and label. */
  link_filters?: () => readonly (readonly [name: string, label: string])[];
  renderStatus?: (status: string) => ReactNode;
  buildColumns: () => readonly FieldColumn<AnyRow, string>[];
  /** The screen of a row, in its merchant. */
  toPath: (row: AnyRow) => string;
}

const TEXTS = ['merchant_id', 'group_id'] as const;
const CHANNELS = [...VA_BANK_CHANNELS, NOT_SET];
const status = (values: readonly string[]) => ['status', messages().filter.status, values] as const;
const toDays = ({ from, to, ...rest }: { from?: string; to?: string }) => ({
  ...rest,
  ...(from === undefined ? {} : { from: toBusinessDay(new Date(from)) }),
  ...(to === undefined ? {} : { to: toBusinessDay(new Date(Date.parse(to) - 1)) }),
});

/** The types of a list are erased here: one screen draws all of them. */
const list = (definition: object): MerchantList => definition as MerchantList;

const TRANSACTION_FORM = filterForm({
  choices: {
    status: TRANSACTION_STATUSES,
    settlement_status: SETTLEMENT_STATUSES,
    method: TRANSACTION_METHODS,
    channel: CHANNELS,
    source: TRANSACTION_SOURCES,
    hour: HOURS_OF_DAY,
    is_shown_to_payer: ['true'],
  },
  date_fields: ['created_at'],
  sorts: TRANSACTION_SORTS,
  texts: [...TEXTS, 'issuer', 'failure_code', 'payment_link_id', 'virtual_account_id'],
});
const REFUND_FORM = filterForm({
  choices: { status: REFUND_STATUSES, reason: REFUND_REASONS, method: REFUND_METHODS },
  date_fields: ['created_at'],
  sorts: ['-created_at'],
  texts: [...TEXTS, 'failure_code'],
});
const SETTLEMENT_FORM = filterForm({
  choices: { status: SETTLEMENT_BATCH_STATUSES },
  date_fields: ['settlement_date'],
  sorts: ['-settlement_date'],
  texts: TEXTS,
  has_business_days: true,
});
const DISBURSEMENT_FORM = filterForm({
  choices: { status: DISBURSEMENT_STATUSES, rail: TRANSFER_RAILS },
  date_fields: ['created_at'],
  sorts: ['-created_at'],
  texts: [...TEXTS, 'bank_code', 'failure_code'],
});

export const MERCHANT_LISTS: Record<ListName, MerchantList> = {
  transactions: list({
    route: listTransactionsOfMerchants,
    summary: summariseTransactionsOfMerchants,
    form: TRANSACTION_FORM,
    toQuery: (filter: typeof TRANSACTION_FORM.NO_FILTER) => TRANSACTION_FORM.toListQuery(filter),
    toSummaryQuery: (filter: typeof TRANSACTION_FORM.NO_FILTER) => TRANSACTION_FORM.toSummaryQuery(filter),
    date: () => ['created_at', messages().filter.date],
    choices: () => [
      status(TRANSACTION_STATUSES),
      ['settlement_status', messages().columns.settlement, SETTLEMENT_STATUSES],
      ['method', messages().filter.method, TRANSACTION_METHODS],
      ['channel', messages().filter.channel, CHANNELS],
      ['source', messages().filter.source, TRANSACTION_SOURCES],
      ['hour', messages().filter.hour, HOURS_OF_DAY],
    ],
    value_labels: {
      channel: formatChannelValue,
      hour: formatHourRange,
      is_shown_to_payer: () => messages().filter.yes,
      failure_code: (code: string) => paymentFailureName(code, currentLanguage()),
    },
    link_filters: () => [
      ['is_shown_to_payer', messages().filter.is_shown_to_payer],
      ['issuer', messages().filter.issuer],
      ['failure_code', messages().filter.failure_code],
      ['payment_link_id', messages().filter.payment_link_id],
      ['virtual_account_id', messages().filter.virtual_account_id],
    ],
    buildColumns: buildTransactionColumns,
    toPath: ({ id }: AnyRow) => `/transaction/${id}`,
  }),
  refunds: list({
    route: listRefundsOfMerchants,
    summary: summariseRefundsOfMerchants,
    form: REFUND_FORM,
    toQuery: (filter: typeof REFUND_FORM.NO_FILTER) => REFUND_FORM.toSummaryQuery(filter),
    toSummaryQuery: (filter: typeof REFUND_FORM.NO_FILTER) => REFUND_FORM.toSummaryQuery(filter),
    date: () => ['created_at', messages().filter.date],
    choices: () => [
      status(REFUND_STATUSES),
      ['reason', messages().filter.reason, REFUND_REASONS],
      ['method', messages().filter.method, REFUND_METHODS],
    ],
    value_labels: {
      method: (method: string) => refundMethodLabel(method as (typeof REFUND_METHODS)[number], currentLanguage()),
      reason: (reason: string) => refundReasonLabel(reason as (typeof REFUND_REASONS)[number], currentLanguage()),
      failure_code: (code: string) => refundFailureName(code, currentLanguage()),
    },
    link_filters: () => [['failure_code', messages().filter.failure_code]],
    buildColumns: buildRefundColumns,
    toPath: ({ transaction_id }: MerchantRefund) => `/transaction/${transaction_id}`,
  }),
  settlements: list({
    route: listSettlementsOfMerchants,
    summary: summariseSettlementsOfMerchants,
    form: SETTLEMENT_FORM,
    toQuery: (filter: typeof SETTLEMENT_FORM.NO_FILTER) => toDays(SETTLEMENT_FORM.toSummaryQuery(filter)),
    toSummaryQuery: (filter: typeof SETTLEMENT_FORM.NO_FILTER) => toDays(SETTLEMENT_FORM.toSummaryQuery(filter)),
    date: () => ['settlement_date', messages().filter.settlement_date],
    choices: () => [status(SETTLEMENT_BATCH_STATUSES)],
    value_labels: { status: formatBatchStatus },
    renderStatus: (each: string) => <BatchChip status={each} />,
    buildColumns: buildSettlementColumns,
    toPath: ({ id }: AnyRow) => `/settlement/report/detail?batch_id=${id}`,
  }),
  disbursements: list({
    route: listDisbursementsOfMerchants,
    summary: summariseDisbursementsOfMerchants,
    form: DISBURSEMENT_FORM,
    toQuery: (filter: typeof DISBURSEMENT_FORM.NO_FILTER) => DISBURSEMENT_FORM.toSummaryQuery(filter),
    toSummaryQuery: (filter: typeof DISBURSEMENT_FORM.NO_FILTER) => DISBURSEMENT_FORM.toSummaryQuery(filter),
    date: () => ['created_at', messages().filter.date],
    choices: () => [status(DISBURSEMENT_STATUSES), ['rail', messages().filter.rail, TRANSFER_RAILS]],
    link_filters: () => [
      ['bank_code', messages().filter.bank_code],
      ['failure_code', messages().filter.failure_code],
    ],
    value_labels: {
      status: formatDisbursementStatus,
      rail: (rail: string) => railLabel(rail as (typeof TRANSFER_RAILS)[number], currentLanguage()),
      failure_code: (code: string) => disbursementFailureName(code, currentLanguage()),
    },
    renderStatus: (each: string) => <DisbursementChip status={each} />,
    buildColumns: buildDisbursementColumns,
    toPath: ({ id }: AnyRow) => `/disbursement/${id}`,
  }),
};
