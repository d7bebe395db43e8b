import type { MerchantLimits } from '@dasbor/contract/merchant-fields';
import { memo } from 'react';
import { AmountField } from '../ui/amount-field.tsx';
import { Panel } from '../ui/panel.tsx';
import classes from './merchant.module.css';
import { messages } from './messages.ts';
import type { FieldProblems } from './save-form.ts';

const LIMITS = ['limit_per_payment', 'limit_per_day', 'limit_per_month', 'limit_per_payout'] as const;

interface LimitFieldsProps extends MerchantLimits {
  problems: FieldProblems;
  onChange: (part: Partial<MerchantLimits>) => void;
}

/** The limits of a merchant, in its form. */
export const LimitFields = memo(({ onChange, problems, ...limits }: LimitFieldsProps) => {
  const { limits: t, tabs } = messages();
  return (
    <Panel title={tabs.limits}>
      <div className={classes.pair}>
        {LIMITS.map((name) => (
          <AmountField
            key={name}
            name={name}
            label={t[name]}
            placeholder={t.no_limit}
            value={limits[name]}
            error={problems[name]}
            touched
            onChange={(value) => onChange({ [name]: value === 0 ? null : value })}
          />
        ))}
      </div>
    </Panel>
  );
});
