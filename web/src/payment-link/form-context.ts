/** The state of the link form, for its parts. */
import { createContext, useContext } from 'react';
import type { ValidationErrors } from './form-validation.ts';
import type { LinkForm } from './link-form.ts';

export interface FormState {
  form: LinkForm;
  errors: ValidationErrors;
  /** Shows all errors, including those of untouched fields. */
  is_submitted: boolean;
  /** The link has been paid: amounts and fee bearer are locked. */
  is_amount_fixed: boolean;
  is_edit: boolean;
  change: (part: Partial<LinkForm>) => void;
}

export const FormContext = createContext<FormState | null>(null);

export function useLinkForm(): FormState {
  const state = useContext(FormContext);
  if (state === null) throw new Error('useLinkForm must be used within the link form');
  return state;
}

type TextName = {
  [Name in keyof LinkForm]: LinkForm[Name] extends string ? Name : never;
}[keyof LinkForm];

/** Props of a text field; `path`: the API name of the field where it differs. */
export function useTextField(name: TextName, path: string = name) {
  const { form, errors, is_submitted, change } = useLinkForm();
  return {
    name: path,
    value: form[name] as string,
    error: errors[path],
    onChange: (value: string) => change({ [name]: value }),
    ...(is_submitted ? { touched: true } : {}),
  };
}

/** Props of an amount field. */
export function useAmountField(name: 'amount' | 'min_amount' | 'max_amount') {
  const { form, errors, is_submitted, is_amount_fixed, change } = useLinkForm();
  return {
    name,
    value: form[name],
    error: errors[name],
    disabled: is_amount_fixed,
    onChange: (value: number | null) => change({ [name]: value }),
    ...(is_submitted ? { touched: true } : {}),
  };
}
