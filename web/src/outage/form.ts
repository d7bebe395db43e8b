/** The form of an outage: its values, its errors and the body that it sends. Pure. */
import * as duration from '@dasbor/contract/duration';
import { type Outage, type OutageInput, type OutageMethod, suggestOutageText } from '@dasbor/contract/outage';
import type { TransferRail } from '@dasbor/contract/transfer-rail';
import { fromLocalTime, toLocalTime } from '../list/local-time.ts';
import { messages } from './messages.ts';

export interface OutageForm {
  methods: readonly OutageMethod[];
  bank_code: string | null;
  rail: TransferRail | null;
  text_en: string;
  text_id: string;
  /** Minutes in Jakarta. */
  starts: string;
  ends: string;
}

/** A new outage begins now and is expected to last two hours. */
export const buildEmptyForm = (now: Date): OutageForm => ({
  methods: ['virtual_account'],
  bank_code: null,
  rail: null,
  text_en: '',
  text_id: '',
  starts: toLocalTime(now.toISOString()),
  ends: toLocalTime(new Date(now.getTime() + duration.hours(2)).toISOString()),
});

/** A new outage of a service that fails now. */
export const buildOutageForm = (method: OutageMethod, rail: TransferRail | null, now: Date): OutageForm => {
  const { en, id } = suggestOutageText(method, rail);
  return { ...buildEmptyForm(now), methods: [method], rail, text_en: en, text_id: id };
};

export const toForm = ({ starts_at, ends_at, text_en, text_id, ...row }: Outage): OutageForm => ({
  ...row,
  text_en: text_en ?? '',
  text_id: text_id ?? '',
  starts: toLocalTime(starts_at),
  ends: toLocalTime(ends_at),
});

export const toBody = ({ bank_code, rail, starts, ends, ...form }: OutageForm): OutageInput => ({
  methods: [...form.methods],
  text_en: form.text_en.trim(),
  text_id: form.text_id.trim(),
  ...(bank_code === null ? {} : { bank_code }),
  ...(rail === null || form.methods.some((method) => method !== 'disbursement') ? {} : { rail }),
  starts_at: fromLocalTime(starts) ?? '',
  ends_at: fromLocalTime(ends) ?? '',
});

type Field = 'methods' | 'bank_code' | 'text_en' | 'text_id' | 'starts' | 'ends';

export function validateForm({ methods, bank_code, rail, ...form }: OutageForm): Record<Field, string | null> {
  const t = messages();
  const missing = (text: string) => (text.trim() === '' ? t.required : null);
  const needs_bank = methods.includes('disbursement') && bank_code === null && rail === null;
  const has_qris_bank = methods.includes('qris') && bank_code !== null;
  return {
    methods: methods.length === 0 ? t.required : null,
    bank_code: needs_bank ? t.bank_or_rail : has_qris_bank ? t.qris_bank : null,
    text_en: missing(form.text_en),
    text_id: missing(form.text_id),
    starts: missing(form.starts),
    // Both are in the same format, so that their order is that of time.
    ends: missing(form.ends) ?? (form.ends > form.starts ? null : t.end_before_start),
  };
}
