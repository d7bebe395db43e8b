import { AmountField } from '../ui/amount-field.tsx';
import { Panel } from '../ui/panel.tsx';
import type { MerchantForm } from './form.ts';
import classes from './merchant.module.css';
import { messages } from './messages.ts';

const LIMITS = ['limit_per_payment', 'limit_per_day', 'limit_per_month', 'limit_per_payout'] as const;

interface LimitFieldsProps {
  form: MerchantForm;
  onChange: (part: Partial<MerchantForm>) => void;
}

/** The limits of a new merchant. */
export function LimitFields({ form, onChange }: LimitFieldsProps) {
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
            value={form[name]}
            onChange={(value) => onChange({ [name]: value === 0 ? null : value })}
          />
        ))}
      </div>
    </Panel>
  );
}
