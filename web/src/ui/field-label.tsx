import { useState } from 'react';
import { messages } from './messages.ts';

/** Props of every field in addition to its own value (specification section 2, shared form inputs). */
export interface FieldProps {
  label: string;
  /** The label then shows '(required)'. */
  required?: boolean;
  /** Error of the value; shown once the field was touched. */
  error?: string | null | undefined;
  /** Whether the field was touched; by default a field is touched once it has lost the focus. */
  touched?: boolean;
  description?: string;
  disabled?: boolean;
}

/** `Email (required)`, or the plain label. */
export const fieldLabel = ({ label, required }: Pick<FieldProps, 'label' | 'required'>): string =>
  required ? messages().field.required(label) : label;

/** The error to show, and the handler that marks the field as touched. */
export function useTouched({ error, touched }: Pick<FieldProps, 'error' | 'touched'>) {
  const [left, setLeft] = useState(false);
  const shown = (touched ?? left) && error ? error : undefined;
  return { error: shown, onLeave: () => setLeft(true) };
}
