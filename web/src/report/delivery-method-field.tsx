import { DELIVERY_METHODS, type DeliveryMethod } from '@dasbor/contract/report-delivery';
import { SelectField } from '../ui/select-field.tsx';
import classes from './configuration.module.css';
import { messages } from './messages.ts';

export interface DeliveryMethodFieldProps {
  value: DeliveryMethod;
  is_disabled: boolean;
  onChange: (method: DeliveryMethod) => void;
}

/** The selector with the values email, sftp and both (specification section 9). */
export function DeliveryMethodField({ value, is_disabled, onChange }: DeliveryMethodFieldProps) {
  const t = messages().configuration;
  const options = DELIVERY_METHODS.map((method) => ({ name: t.methods[method], method }));
  return (
    <div className={classes.method}>
      <SelectField
        label={t.method}
        required
        description={t.method_lines[value]}
        disabled={is_disabled}
        options={options}
        value={options.find((option) => option.method === value) ?? null}
        onChange={(option) => option && onChange(option.method)}
      />
    </div>
  );
}
