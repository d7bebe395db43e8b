/** Labels of settlements on the screen. */
import * as labels from '@dasbor/contract/settlement-labels';
import type { SettlementBatch, SettlementLine, SettlementType } from '@dasbor/contract/settlement-fields';
import { currentLanguage } from '../ui/define-messages.ts';
import { messages } from './messages.ts';

export const formatSettlementType = (type: SettlementType): string => messages().types[type];

/** A batch that was sent to the bank is not credited yet, so the two have different labels. */
export const formatBatchStatus = (status: SettlementBatch['status']): string =>
  labels.settlementStatusLabel(status, currentLanguage());

export const formatLineType = (type: SettlementLine['line_type']): string =>
  labels.lineTypeLabel(type, currentLanguage());

/** `BCA ••••0001`, or the available balance. */
export const formatDestination = ({
  destination,
  bank_account,
}: Pick<SettlementBatch, 'destination' | 'bank_account'>): string =>
  destination === 'balance' ? messages().destination.balance : (bank_account ?? messages().destination.none);
