import { toProblem } from '../api/problem.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import { BankAccountForm } from './bank-account-form.tsx';
import { useSettlementSetting } from './use-setting.ts';

/** The settlement bank account alone, for screens of other features. */
export function SettlementAccount() {
  const setting = useSettlementSetting();
  if (setting.isPending) return <CardSkeleton lines={2} />;
  if (setting.data === undefined) {
    return <FailedState detail={toProblem(setting.error).detail} onRetry={() => void setting.refetch()} />;
  }
  const { bank_account, pending_bank_account } = setting.data.data;
  return <BankAccountForm account={bank_account} pending={pending_bank_account} />;
}
