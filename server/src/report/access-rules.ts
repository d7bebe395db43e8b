/** Who sees which type of report: statements and invoices are for those who may see them elsewhere, too. Pure. */
import { needs } from '@dasbor/contract/access';
import { REPORT_TYPES, type ReportType } from '@dasbor/contract/report';
import { type Principal, isAllowed } from '../http/principal.ts';

const INVOICE_TYPES: readonly ReportType[] = ['balance', 'fee_invoice'];

export const listVisibleTypes = (principal: Principal): ReportType[] =>
  REPORT_TYPES.filter((type) => !INVOICE_TYPES.includes(type) || isAllowed(needs('Invoices', 'view'), principal));
