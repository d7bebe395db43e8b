/** Labels of settlement terms. */
import { bankShortName } from '@dasbor/contract/bank';
import type { SettlementTerm } from '@dasbor/contract/settlement-calendar';
import { valueLabel } from '../list/filter-labels.ts';
import { sectionMessages } from './section-messages.ts';

export const formatMethod = ({ method, channel_code }: Pick<SettlementTerm, 'method' | 'channel_code'>): string =>
  channel_code === null ? valueLabel(method) : `${valueLabel(method)} ${bankShortName(channel_code)}`;

export function formatTerm({ days, basis }: Pick<SettlementTerm, 'days' | 'basis'>): string {
  const t = sectionMessages().terms;
  return t.formatted(days, t[`${basis}_short`]);
}
