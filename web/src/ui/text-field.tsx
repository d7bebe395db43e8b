import { TextInput, type TextInputProps } from '@mantine/core';
import { type FieldProps, fieldLabel, useTouched } from './field-label.tsx';

export interface TextFieldProps
  extends FieldProps, Omit<TextInputProps, keyof FieldProps | 'value' | 'onChange' | 'withAsterisk'> {
  value: string;
  onChange: (value: string) => void;
}

/** One line of text, with the label above and the error below. */
export function TextField({ label, required, error, touched, value, onChange, onBlur, ...rest }: TextFieldProps) {
  const { error: shown, onLeave } = useTouched({ error, touched });
  return (
    <TextInput
      {...rest}
      label={fieldLabel({ label, required })}
      aria-required={required}
      error={shown}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={(event) => {
        onLeave();
        onBlur?.(event);
      }}
    />
  );
}
