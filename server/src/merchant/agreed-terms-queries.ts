/** Prices and settlement terms that are agreed in the form of a merchant: new versions from one day on. */
import type { AgreedPrice, AgreedTerm } from '@dasbor/contract/agreed-terms';
import type { AuditContext } from '../audit/record.ts';
import { newId } from '../db/new-id.ts';
import type { PlatformTx } from '../db/tx.ts';
import { createMerchantFeeRule } from '../fee-rule/merchant-rule-queries.ts';
import { createMerchantTerm } from '../fee-rule/merchant-term-queries.ts';

export interface AgreedTerms {
  pricing?: readonly AgreedPrice[] | undefined;
  settlement_terms?: readonly AgreedTerm[] | undefined;
}

/** No cut-off: every payment of a day counts for that day. */
const NO_CUT_OFF_HOUR = 24;
/** Stored in English and translated when it is shown. */
const PRICE_NAME = 'Agreed price';

/** Throws 422 `fee_rule_backdated`, 409 `fee_rule_overlap`, and a unique violation for a term that starts on the same day. */
export async function createAgreedTerms(
  tx: PlatformTx,
  context: AuditContext & { principal: { name: string } },
  merchant_id: string,
  { pricing = [], settlement_terms = [], effective_from }: AgreedTerms & { effective_from: string },
): Promise<void> {
  for (const { channel_code, ...price } of pricing) {
    const bank = channel_code === null ? {} : { channel_code };
    await createMerchantFeeRule(tx, context, merchant_id, {
      name: PRICE_NAME,
      ...price,
      ...bank,
      amount_from: 0,
      effective_from,
    });
  }
  for (const term of settlement_terms) {
    const id = newId('settlement_term', context.now);
    await createMerchantTerm(tx, context, merchant_id, { id, ...term, cut_off_hour: NO_CUT_OFF_HOUR, effective_from });
  }
}
