/** The form at hand, for the parts that draw it. */
import { createContext, useContext } from 'react';
import type { ValidationErrors } from './form-validation.ts';
import type { LinkForm } from './link-form.ts';

export interface FormState {
  form: LinkForm;
  errors: ValidationErrors;
  /** Shows every fault, those of fields that were not left yet too. */
  is_submitted: boolean;
  /** Somebody has paid: amounts and the bearer of the fee are fixed. */
  is_amount_fixed: boolean;
  is_edit: boolean;
  change: (part: Partial<LinkForm>) => void;
}

export const FormContext = createContext<FormState | null>(null);

export function useLinkForm(): FormState {
  const at_hand = useContext(FormContext);
  if (at_hand === null) throw new Error('A part of the link form stands outside the form');
  return at_hand;
}

type TextName = {
  [Name in keyof LinkForm]: LinkForm[Name] extends string ? Name : never;
}[keyof LinkForm];

/** Everything that a text field needs; `path`: its name in the API, where that differs. */
export function useTextField(name: TextName, path: string = name) {
  const { form, errors: faults, is_submitted, change } = useLinkForm();
  return {
    name: path,
    value: form[name] as string,
    error: faults[path],
    onChange: (value: string) => change({ [name]: value }),
    ...(is_submitted ? { touched: true } : {}),
  };
}

/** The same for an amount or a number. */
export function useAmountField(name: 'amount' | 'min_amount' | 'max_amount') {
  const { form, errors: faults, is_submitted, is_amount_fixed, change } = useLinkForm();
  return {
    name,
    value: form[name],
    error: faults[name],
    disabled: is_amount_fixed,
    onChange: (value: number | null) => change({ [name]: value }),
    ...(is_submitted ? { touched: true } : {}),
  };
}
