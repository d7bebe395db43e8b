import { TIP_MODES, type TipMode } from '@dasbor/contract/qris-tip';
import { AmountField } from '../ui/amount-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { CreateField, CreateForm } from './create-form.ts';
import { messages } from './messages.ts';

interface FieldOf<Value> {
  name: string;
  value: Value;
  error: string | undefined;
  onChange: (value: Value) => void;
  touched?: boolean;
}

export interface TipFieldsProps {
  set: <Field extends CreateField>(field: Field) => FieldOf<CreateForm[Field]>;
  mode: TipMode;
}

/** The tip of the code. */
export function TipFields({ set, mode }: TipFieldsProps) {
  const { fields, form: t } = messages();
  const { value, onChange } = set('tip_mode');
  const modes = TIP_MODES.map((each) => ({ name: t.tips[each], mode: each }));
  return (
    <>
      <SelectField
        label={fields.tip}
        options={modes}
        value={modes.find((option) => option.mode === value) ?? null}
        onChange={(chosen) => onChange(chosen?.mode ?? 'none')}
      />
      {mode === 'fixed' && <AmountField label={t.tip_amount} required {...set('tip_fixed')} />}
      {mode === 'percent' && (
        <TextField label={t.tip_percent} required inputMode="decimal" placeholder="10" {...set('tip_percent')} />
      )}
    </>
  );
}
