import { NumberInput } from '@mantine/core';
import { type FieldProps, fieldLabel, useTouched } from './field-label.tsx';

export interface AmountFieldProps extends FieldProps {
  name?: string;
  /** Whole rupiah; null while empty. */
  value: number | null;
  onChange: (value: number | null) => void;
  placeholder?: string;
  data_autofocus?: boolean;
}

/** Digits of the greatest amount that a number holds exactly. */
const DIGITS_MAX = 15;

/** An amount in whole rupiah, grouped while it is typed. */
export function AmountField(props: AmountFieldProps) {
  const { label, required, name, value, onChange, placeholder, description, disabled } = props;
  const { error, onLeave } = useTouched(props);
  return (
    <NumberInput
      name={name}
      label={fieldLabel({ label, required })}
      aria-required={required}
      description={description}
      disabled={disabled}
      error={error}
      placeholder={placeholder ?? 'Rp 0'}
      prefix="Rp "
      thousandSeparator="."
      decimalSeparator=","
      allowDecimal={false}
      allowNegative={false}
      allowLeadingZeros={false}
      hideControls
      inputMode="numeric"
      isAllowed={({ value: digits }) => digits.length <= DIGITS_MAX}
      data-autofocus={props.data_autofocus || undefined}
      value={value ?? ''}
      onChange={(next) => onChange(next === '' || Number.isNaN(Number(next)) ? null : Number(next))}
      onBlur={onLeave}
    />
  );
}
