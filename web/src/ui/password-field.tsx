import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';
import { type FieldProps, fieldLabel, useTouched } from './field-label.tsx';
import { messages } from './messages.ts';

export interface PasswordFieldProps
  extends FieldProps, Omit<PasswordInputProps, keyof FieldProps | 'value' | 'onChange' | 'withAsterisk'> {
  value: string;
  onChange: (value: string) => void;
}

/** A secret with a show/hide toggle. */
export function PasswordField({
  label,
  required,
  error,
  touched,
  value,
  onChange,
  onBlur,
  ...rest
}: PasswordFieldProps) {
  const { error: shown, onLeave } = useTouched({ error, touched });
  const [visible, setVisible] = useState(false);
  return (
    <PasswordInput
      {...rest}
      label={fieldLabel({ label, required })}
      aria-required={required}
      // Mantine's password input does not set this, unlike its other inputs.
      aria-invalid={shown ? true : undefined}
      error={shown}
      value={value}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        'aria-label': visible ? messages().field.hide_password : messages().field.show_password,
        'aria-hidden': false,
        tabIndex: 0,
      }}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={(event) => {
        onLeave();
        onBlur?.(event);
      }}
    />
  );
}
