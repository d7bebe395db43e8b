import type { TipMode } from '@dasbor/contract/qris-tip';
import { AmountField } from '../ui/amount-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { CreateField, CreateForm } from './create-form.ts';

const MODES: readonly { name: string; mode: TipMode }[] = [
  { name: 'No tip', mode: 'none' },
  { name: 'The payer chooses', mode: 'prompt' },
  { name: 'A fixed amount on top', mode: 'fixed' },
  { name: 'A percentage on top', mode: 'percent' },
];

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

/** Whether the code asks for a tip, and how much. */
export function TipFields({ set, mode }: TipFieldsProps) {
  const { value, onChange } = set('tip_mode');
  return (
    <>
      <SelectField
        label="Tip"
        options={MODES}
        value={MODES.find((option) => option.mode === value) ?? null}
        onChange={(chosen) => onChange(chosen?.mode ?? 'none')}
      />
      {mode === 'fixed' && <AmountField label="Tip amount" required {...set('tip_fixed')} />}
      {mode === 'percent' && (
        <TextField label="Tip in percent" required inputMode="decimal" placeholder="10" {...set('tip_percent')} />
      )}
    </>
  );
}
