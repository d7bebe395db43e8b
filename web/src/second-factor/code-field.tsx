import { TextField, type TextFieldProps } from '../ui/text-field.tsx';

/** The six digits of an authenticator app. */
export const CodeField = (
  props: Pick<TextFieldProps, 'label' | 'value' | 'onChange' | 'error' | 'touched' | 'description'>,
) => (
  <TextField
    {...props}
    name="otp"
    required
    autoFocus
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={6}
    onChange={(value) => props.onChange(value.replaceAll(/\D/g, ''))}
  />
);
