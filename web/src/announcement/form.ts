/** The form of an announcement: its values, its errors and the body that it sends. Pure. */
import {
  type Announcement,
  type AnnouncementAudience,
  type AnnouncementSeverity,
  type createAnnouncement,
} from '@dasbor/contract/announcement';
import * as duration from '@dasbor/contract/duration';
import type { MerchantStatus } from '@dasbor/contract/merchant-activity';
import type { CallBody } from '@dasbor/contract/route';
import { fromLocalTime, toLocalTime } from '../list/local-time.ts';
import { type Choice, toMerchantChoice } from '../list/lookup-fields.tsx';
import { messages } from './messages.ts';

export interface AnnouncementForm {
  title_en: string;
  text_en: string;
  title_id: string;
  text_id: string;
  severity: AnnouncementSeverity;
  audience: AnnouncementAudience;
  group: Choice | null;
  merchants: readonly Choice[];
  merchant_statuses: readonly MerchantStatus[];
  is_emailed: boolean;
  /** Minutes in Jakarta. */
  starts: string;
  ends: string;
}

/** A new announcement starts now and lasts a day. */
export const buildEmptyForm = (now: Date): AnnouncementForm => ({
  title_en: '',
  text_en: '',
  title_id: '',
  text_id: '',
  severity: 'info',
  audience: 'all',
  group: null,
  merchants: [],
  merchant_statuses: [],
  is_emailed: false,
  starts: toLocalTime(now.toISOString()),
  ends: toLocalTime(new Date(now.getTime() + duration.days(1)).toISOString()),
});

export const toForm = ({ starts_at, ends_at, merchants, ...row }: Announcement): AnnouncementForm => ({
  ...row,
  merchants: merchants.map(toMerchantChoice),
  starts: toLocalTime(starts_at),
  ends: toLocalTime(ends_at),
});

export const toBody = (form: AnnouncementForm): CallBody<typeof createAnnouncement> => ({
  title_en: form.title_en.trim(),
  text_en: form.text_en.trim(),
  title_id: form.title_id.trim(),
  text_id: form.text_id.trim(),
  severity: form.severity,
  audience: form.audience,
  ...(form.audience === 'group' && form.group !== null ? { group_id: form.group.id } : {}),
  ...(form.audience === 'merchants' ? { merchant_ids: form.merchants.map(({ id }) => id) } : {}),
  ...(form.audience === 'status' ? { merchant_statuses: [...form.merchant_statuses] } : {}),
  is_emailed: form.is_emailed,
  starts_at: fromLocalTime(form.starts) ?? '',
  ends_at: fromLocalTime(form.ends) ?? '',
});

type Field = 'title_en' | 'text_en' | 'title_id' | 'text_id' | 'starts' | 'ends' | 'audience';
export type FormErrors = Record<Field, string | null>;

export function validateForm(form: AnnouncementForm): FormErrors {
  const t = messages();
  const missing = (text: string) => (text.trim() === '' ? t.required : null);
  const is_chosen = {
    all: true,
    group: form.group !== null,
    merchants: form.merchants.length > 0,
    status: form.merchant_statuses.length > 0,
  }[form.audience];
  return {
    title_en: missing(form.title_en),
    text_en: missing(form.text_en),
    title_id: missing(form.title_id),
    text_id: missing(form.text_id),
    starts: missing(form.starts),
    // Both are in the same format, so that their order is that of time.
    ends: missing(form.ends) ?? (form.ends > form.starts ? null : t.form.end_before_start),
    audience: is_chosen ? null : t.form.choose,
  };
}
