/** The request that issues a code at the bank. Pure. */
import type { QrGenerateRequest } from '@dasbor/contract/snap';
import type { MerchantCode } from './queries.ts';

/** `done`: the code is issued, or no longer needed. */
export type IssueOutcome = 'done' | 'refused' | 'unreachable';

/** The fields that dynamic and static codes share. */
export const buildCodeRequest = (code: MerchantCode): QrGenerateRequest => ({
  partnerReferenceNo: code.partner_reference_no,
  merchantId: code.nmid,
  ...(code.store === null ? {} : { storeId: code.store }),
  ...(code.terminal === null ? {} : { terminalId: code.terminal }),
  additionalInfo: {
    merchantName: code.brand_name,
    merchantCity: code.city,
    mcc: code.mcc,
    criteria: code.qris_criteria as QrGenerateRequest['additionalInfo']['criteria'],
    ...(code.tip_mode === 'none' ? {} : { tipMode: code.tip_mode }),
    ...(code.tip_value === null ? {} : { tipValue: code.tip_value }),
  },
});
