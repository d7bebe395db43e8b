import {
  COMMISSION_BASES,
  COMMISSION_BEARERS,
  COMMISSION_CYCLES,
  COMMISSION_METHODS,
} from '@dasbor/contract/account-group-commission-fields';
import { bankShortName, VA_BANK_CHANNELS } from '@dasbor/contract/bank';
import { methodLabel } from '@dasbor/contract/labels';
import { DateField } from '../ui/date-field.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { SelectField } from '../ui/select-field.tsx';
import classes from './commission.module.css';
import { formatBasis, formatBearer } from './labels.ts';
import { messages } from './messages.ts';
import { PercentField, type RuleFieldsProps } from './rate-fields.tsx';

/** Which payments a rule is about, what they earn, and who pays it. */
export function ScopeFields({ form, onChange }: RuleFieldsProps) {
  const t = messages();
  const methods = [
    { id: null, name: t.all_methods },
    ...COMMISSION_METHODS.map((id) => ({ id, name: methodLabel(id, currentLanguage()) })),
  ];
  const banks = [
    { id: null, name: t.all_banks },
    ...VA_BANK_CHANNELS.map((id) => ({ id: id as string, name: bankShortName(id) })),
  ];
  const bases = COMMISSION_BASES.map((id) => ({ id, name: formatBasis(id) }));
  const bearers = COMMISSION_BEARERS.map((id) => ({ id, name: formatBearer(id) }));
  return (
    <>
      <div className={classes.pair}>
        <SelectField
          label={t.fields.method}
          required
          options={methods}
          value={methods.find(({ id }) => id === form.method) ?? null}
          onChange={(item) => onChange({ method: item?.id ?? null, channel_code: null })}
        />
        {form.method === 'virtual_account' && (
          <SelectField
            label={t.fields.channel}
            required
            options={banks}
            value={banks.find(({ id }) => id === form.channel_code) ?? null}
            onChange={(item) => onChange({ channel_code: item?.id ?? null })}
          />
        )}
      </div>
      <div className={classes.pair}>
        <SelectField
          label={t.fields.basis}
          required
          options={bases}
          value={bases.find(({ id }) => id === form.basis) ?? null}
          onChange={(item) => onChange({ basis: item?.id ?? 'percent_of_gross' })}
        />
        <SelectField
          label={t.fields.bearer}
          required
          options={bearers}
          value={bearers.find(({ id }) => id === form.bearer) ?? null}
          onChange={(item) => onChange({ bearer: item?.id ?? 'from_platform_fee' })}
        />
      </div>
    </>
  );
}

/** Cycle of the statements, and the days on which the rule applies. */
export function PeriodFields({ form, errors, is_tried, onChange, today }: RuleFieldsProps & { today: string }) {
  const t = messages();
  const cycles = COMMISSION_CYCLES.map((id) => ({ id, name: t.cycles[id] }));
  return (
    <>
      <div className={classes.pair}>
        <SelectField
          label={t.fields.cycle}
          required
          options={cycles}
          value={cycles.find(({ id }) => id === form.cycle) ?? null}
          onChange={(item) => onChange({ cycle: item?.id ?? 'monthly' })}
        />
        <PercentField
          label={t.form.tax}
          description={t.form.tax_hint}
          value={form.tax_percent}
          onChange={(tax_percent) => onChange({ tax_percent })}
        />
      </div>
      <div className={classes.pair}>
        <DateField
          label={t.form.from}
          required
          min={today}
          value={form.effective_from}
          onChange={(effective_from) => onChange({ effective_from })}
          error={errors.effective_from}
          touched={is_tried}
        />
        <DateField
          label={t.form.to}
          min={today}
          description={t.form.to_hint}
          value={form.effective_to}
          onChange={(effective_to) => onChange({ effective_to })}
          error={errors.effective_to}
        />
      </div>
    </>
  );
}
