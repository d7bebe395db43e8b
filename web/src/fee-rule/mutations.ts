/** Changes of fee rules, and the lists that they refresh. */
import { listMerchantFeeRules } from '@dasbor/contract/fee-rule';
import { listStandardFeeRules } from '@dasbor/contract/standard-fee-rule';
import { type ChangeOptions, useChange } from '../api/use-change.ts';

export const useFeeRuleChange = <Result>(change: () => Promise<Result>, options: ChangeOptions<Result>) =>
  useChange(change, { ...options, shown_by: [listMerchantFeeRules, listStandardFeeRules] });
