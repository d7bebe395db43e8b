/** Which report types a principal can see: those whose rows it could also read as a list. Pure. */
import { needs } from '@dasbor/contract/access';
import type { ReportType } from '@dasbor/contract/report';
import { listVisibleReportTypes } from '@dasbor/contract/report-access';
import { type Principal, isAllowed } from '../http/principal.ts';

export const listVisibleTypes = (principal: Principal): ReportType[] =>
  listVisibleReportTypes((group) => isAllowed(needs(group, 'view'), principal));
