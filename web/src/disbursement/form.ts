/** The form of a disbursement, its errors, and the request it becomes. Pure. */
import type { Beneficiary } from '@dasbor/contract/beneficiary';
import type { BankInfo } from '@dasbor/contract/bank';
import { DISBURSEMENT_EMAILS_MAX, SCHEDULE_DAYS_MAX } from '@dasbor/contract/disbursement-fields';
import * as duration from '@dasbor/contract/duration';
import type { RailChoice } from '@dasbor/contract/transfer-rail';
import { fromLocalTime } from '../list/local-time.ts';
import type { Messages } from './messages.ts';
import type { CreateBody } from './mutations.ts';

/** The account as the bank confirmed it. */
export interface CheckedAccount {
  verified_name: string;
  account_last4: string;
  bank: string;
  name_match: number | null;
}

export interface Form {
  kind: 'account' | 'saved';
  beneficiary: Beneficiary | null;
  bank: BankInfo | null;
  account_no: string;
  account_name: string;
  checked: CheckedAccount | null;
  amount: number | null;
  reference: string;
  description: string;
  rail: RailChoice;
  is_scheduled: boolean;
  /** Minute in Jakarta, `2026-11-22T14:05`. */
  schedule: string;
  emails: string;
  save: boolean;
}

export const EMPTY_FORM: Form = {
  kind: 'account',
  beneficiary: null,
  bank: null,
  account_no: '',
  account_name: '',
  checked: null,
  amount: null,
  reference: '',
  description: '',
  rail: 'auto',
  is_scheduled: false,
  schedule: '',
  emails: '',
  save: false,
};

export const parseEmails = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '');

export const isAccountNo = (text: string): boolean => /^\d{5,20}$/.test(text);

export type FormErrors = Partial<Record<keyof Form, string>>;

export function validateForm(form: Form, t: Messages['create'], now: Date): FormErrors {
  const errors: FormErrors = {};
  if (form.kind === 'saved') {
    if (form.beneficiary === null) errors.beneficiary = t.beneficiary_missing;
  } else {
    if (form.bank === null) errors.bank = t.bank_missing;
    if (!isAccountNo(form.account_no)) errors.account_no = t.account_wrong;
    else if (form.bank !== null && form.checked === null) errors.account_no = t.unchecked;
  }
  if (!form.amount) errors.amount = t.amount_missing;
  if (!/^[\x20-\x7E]{1,64}$/.test(form.reference.trim())) errors.reference = t.reference_missing;
  if (!/^[\x20-\x7E]{0,35}$/.test(form.description.trim())) errors.description = t.description_line;
  if (form.is_scheduled && !isSchedulable(form.schedule, now)) errors.schedule = t.schedule_missing;
  const emails = parseEmails(form.emails);
  const are_emails = emails.every((email) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email));
  if (emails.length > DISBURSEMENT_EMAILS_MAX || !are_emails) errors.emails = t.emails_wrong;
  return errors;
}

function isSchedulable(local: string, now: Date): boolean {
  const at = Date.parse(fromLocalTime(local) ?? '');
  return at > now.getTime() && at <= now.getTime() + duration.days(SCHEDULE_DAYS_MAX);
}

/** The bank whose fee and arrival time are shown; null while none is chosen. */
export const getBankCode = ({ kind, bank, beneficiary }: Form): string | null =>
  (kind === 'saved' ? beneficiary?.bank_code : bank?.code) ?? null;

export const getScheduleAt = ({ is_scheduled, schedule }: Form): string | undefined =>
  is_scheduled ? fromLocalTime(schedule) : undefined;

/** The request of a valid form. */
export function toBody(form: Form): CreateBody {
  const emails = parseEmails(form.emails);
  const schedule_at = getScheduleAt(form);
  const description = form.description.trim();
  const account_name = form.account_name.trim();
  return {
    ...(form.kind === 'saved'
      ? { beneficiary_id: form.beneficiary?.id ?? '' }
      : {
          bank_code: form.bank?.code ?? '',
          account_no: form.account_no,
          ...(account_name === '' ? {} : { account_name }),
          ...(form.save ? { save_beneficiary: true } : {}),
        }),
    amount: form.amount ?? 0,
    merchant_reference: form.reference.trim(),
    ...(form.rail === 'auto' ? {} : { rail: form.rail }),
    ...(description === '' ? {} : { description }),
    ...(schedule_at === undefined ? {} : { schedule_at }),
    ...(emails.length === 0 ? {} : { emails }),
  };
}
