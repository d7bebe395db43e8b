/** Which report types a principal can see: statements and invoices require access to invoices. Pure. */
import { needs } from '@dasbor/contract/access';
import { REPORT_TYPES, type ReportType } from '@dasbor/contract/report';
import { type Principal, isAllowed } from '../http/principal.ts';

const INVOICE_TYPES: readonly ReportType[] = ['balance', 'fee_invoice'];

export const listVisibleTypes = (principal: Principal): ReportType[] =>
  REPORT_TYPES.filter((type) => !INVOICE_TYPES.includes(type) || isAllowed(needs('Invoices', 'view'), principal));
