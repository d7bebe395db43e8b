/** Labels of settlement terms. */
import type { SettlementTerm } from '@dasbor/contract/settlement-calendar';
import { sectionMessages } from './section-messages.ts';

export function formatTerm({ days, basis }: Pick<SettlementTerm, 'days' | 'basis'>): string {
  const t = sectionMessages().terms;
  return t.formatted(days, t[`${basis}_short`]);
}
