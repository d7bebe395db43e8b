import { type AnalyticsTab } from '@dasbor/contract/analytics';
import { BANKS, bankShortName, VA_BANK_CHANNELS } from '@dasbor/contract/bank';
import { NOT_SET } from '@dasbor/contract/paging';
import { QRIS_ISSUERS } from '@dasbor/contract/qris-issuer';
import { REFUND_METHODS, REFUND_REASONS, type RefundMethod, type RefundReason } from '@dasbor/contract/refund-fields';
import { refundMethodLabel, refundReasonLabel } from '@dasbor/contract/refund-labels';
import { TRANSACTION_METHODS, TRANSACTION_SOURCES } from '@dasbor/contract/transaction';
import { TRANSFER_RAILS, type TransferRail, railLabel } from '@dasbor/contract/transfer-rail';
import { ScrollArea } from '@mantine/core';
import { ChoiceEditor } from '../list/choice-editor.tsx';
import { formatChannelValue, formatValues, formatFilterValue } from '../list/filter-labels.ts';
import { shortenId } from '../ui/copyable-id.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { FilterChip } from '../ui/filter-chip.tsx';
import type { Filters } from './filter.ts';
import { messages } from './messages.ts';

type FilterName = Exclude<keyof ReturnType<typeof messages>['filters'], 'label' | 'sources' | 'payment_link_id'>;
interface Choice {
  name: FilterName;
  values: readonly string[];
  labelOf: (value: string) => string;
}

const sourceLabel = (value: string): string =>
  (messages().filters.sources as Readonly<Record<string, string>>)[value] ?? value;

const CHOICES: Record<AnalyticsTab, readonly Choice[]> = {
  payments: [
    { name: 'method', values: TRANSACTION_METHODS, labelOf: formatFilterValue },
    { name: 'channel', values: [...VA_BANK_CHANNELS, NOT_SET], labelOf: formatChannelValue },
    {
      name: 'issuer',
      values: [...QRIS_ISSUERS.map(({ name }) => name), NOT_SET],
      labelOf: (value) => formatValues(value),
    },
    { name: 'source', values: TRANSACTION_SOURCES, labelOf: sourceLabel },
  ],
  refunds: [
    {
      name: 'refund_method',
      values: REFUND_METHODS,
      labelOf: (value) => refundMethodLabel(value as RefundMethod, currentLanguage()),
    },
    {
      name: 'reason',
      values: REFUND_REASONS,
      labelOf: (value) => refundReasonLabel(value as RefundReason, currentLanguage()),
    },
  ],
  disbursements: [
    {
      name: 'bank_code',
      values: BANKS.map(({ code }) => code),
      labelOf: bankShortName,
    },
    { name: 'rail', values: TRANSFER_RAILS, labelOf: (value) => railLabel(value as TransferRail, currentLanguage()) },
  ],
};

export interface FilterChipsProps {
  tab: AnalyticsTab;
  filters: Filters;
  onChange: (filters: Filters) => void;
}

/** The filters of a tab. */
export function FilterChips({ tab, filters, onChange }: FilterChipsProps) {
  const t = messages().filters;
  const set = (name: string, values: readonly string[]) => {
    const { [name]: _cleared, ...others } = filters;
    onChange(values.length === 0 ? others : { ...others, [name]: values.join(',') });
  };
  const link = filters['payment_link_id'];
  return (
    <>
      {CHOICES[tab].map(({ name, values, labelOf }) => {
        const selected = filters[name]?.split(',') ?? [];
        return (
          <FilterChip
            key={name}
            label={t[name]}
            value={selected.length === 0 ? undefined : selected.map(labelOf).join(', ')}
            onClear={() => set(name, [])}
          >
            {() => (
              <ScrollArea.Autosize mah={320} type="auto">
                <ChoiceEditor
                  label={t[name]}
                  values={values}
                  selected={selected}
                  getLabel={labelOf}
                  onChange={(next) => set(name, next)}
                />
              </ScrollArea.Autosize>
            )}
          </FilterChip>
        );
      })}
      {link !== undefined && (
        <FilterChip
          label={t.payment_link_id}
          value={link === NOT_SET ? formatValues(link) : shortenId(link)}
          onClear={() => set('payment_link_id', [])}
        >
          {() => formatValues(link)}
        </FilterChip>
      )}
    </>
  );
}
