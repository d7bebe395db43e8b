import { formatAccountNumber } from '@dasbor/contract/account-number';
import { bankName } from '@dasbor/contract/bank';
import type { VerificationReview } from '@dasbor/contract/verification';
import { Text } from '@mantine/core';
import { memo } from 'react';
import { AccountFields } from '../profile-fields/account-fields.tsx';
import { Panel } from '../ui/panel.tsx';
import type { MerchantForm } from './form.ts';
import { formMessages } from './form-messages.ts';
import classes from './merchant.module.css';

interface AccountPanelProps {
  account: MerchantForm['account'];
  is_tried: boolean;
  /** Why the server refused the account. */
  problem: string | undefined;
  onChange: (part: Partial<MerchantForm>) => void;
  /** Accounts of the merchant, newest first. */
  accounts: VerificationReview['bank_accounts'];
}

/** The settlement account to request, below the ones that the merchant has. */
export const AccountPanel = memo(({ account, is_tried, problem, onChange, accounts }: AccountPanelProps) => {
  const t = formMessages().form;
  return (
    <Panel title={t.account}>
      {accounts.map(({ bank_code, account_last4, holder_name, is_approved, verified_at }) => (
        <Text key={verified_at} fz="sm" mb="xs">
          {bankName(bank_code)} {formatAccountNumber(account_last4)}, {holder_name} (
          {is_approved ? t.account_approved : t.account_waits})
        </Text>
      ))}
      <div className={classes.pair}>
        <AccountFields
          values={account}
          onChange={(next) => onChange({ account: next })}
          is_tried={is_tried}
          required={false}
          problem={problem}
        />
      </div>
    </Panel>
  );
});
