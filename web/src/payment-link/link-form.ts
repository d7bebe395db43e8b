/** The state of the link form, and its conversion from and to the API. */
import * as duration from '@dasbor/contract/duration';
import {
  type CollectedField,
  LINK_CHANNELS,
  type LinkChannel,
  type LinkType,
  type PaymentLink,
} from '@dasbor/contract/payment-link-terms';
import type { createPaymentLink } from '@dasbor/contract/payment-link';
import type { CallBody } from '@dasbor/contract/route';
import { fromLocalTime, toLocalTime } from '../list/local-time.ts';

export type FieldRequirement = 'no' | 'optional' | 'required';
export const STANDARD_FIELDS = ['name', 'email', 'phone', 'address'] as const;
export type StandardField = (typeof STANDARD_FIELDS)[number];

export interface ItemRow {
  key: number;
  name: string;
  qty: number | null;
  price: number | null;
}

export interface LinkForm {
  title: string;
  description: string;
  type: LinkType;
  amount: number | null;
  min_amount: number | null;
  max_amount: number | null;
  items: ItemRow[];
  merchant_reference: string;
  customer_name: string;
  customer_email: string;
  customer_phone: string;
  requirements: Record<StandardField, FieldRequirement>;
  questions: { key: number; label: string; required: boolean }[];
  channels: LinkChannel[];
  fee_bearer: 'merchant' | 'customer';
  usage_limit: number | null;
  /** `2026-11-21T14:05` in Jakarta; empty: immediately. */
  starts_at: string;
  /** Hours until the expiry, `at` the time below, or `never`. */
  expiry: number | 'at' | 'never';
  expires_at: string;
  success_redirect_url: string;
  failure_redirect_url: string;
  notify_email: boolean;
  notify_whatsapp: boolean;
  reminders: number[];
  language: 'id' | 'en';
  custom_slug: string;
  metadata: { key: number; name: string; value: string }[];
}

export const EMPTY_FORM: LinkForm = {
  title: '',
  description: '',
  type: 'single_use',
  amount: null,
  min_amount: null,
  max_amount: null,
  items: [],
  merchant_reference: '',
  customer_name: '',
  customer_email: '',
  customer_phone: '',
  requirements: { name: 'no', email: 'no', phone: 'no', address: 'no' },
  questions: [],
  channels: [...LINK_CHANNELS],
  fee_bearer: 'merchant',
  usage_limit: null,
  starts_at: '',
  expiry: 24,
  expires_at: '',
  success_redirect_url: '',
  failure_redirect_url: '',
  notify_email: false,
  notify_whatsapp: false,
  reminders: [],
  language: 'id',
  custom_slug: '',
  metadata: [],
};

let last_key = 0;
/** A React key for a new row. */
export const buildRowKey = (): number => ++last_key;

/** The form of an existing link, to edit it or (`as_new`) to duplicate it. */
export function toForm(link: PaymentLink, as_new: boolean): LinkForm {
  const { customer, collect_fields, notify, metadata } = link;
  const asked = { ...EMPTY_FORM.requirements };
  for (const field of collect_fields) {
    if (field.kind !== 'custom') asked[field.kind] = field.required ? 'required' : 'optional';
  }
  const is_over = link.expires_at !== null && Date.parse(link.expires_at) <= Date.now();
  return {
    ...EMPTY_FORM,
    title: link.title,
    description: link.description ?? '',
    type: link.type,
    amount: link.amount,
    min_amount: link.min_amount,
    max_amount: link.max_amount,
    items: link.items.map((item) => ({ key: buildRowKey(), ...item })),
    // References are unique, so a duplicate starts without one.
    merchant_reference: as_new ? '' : (link.merchant_reference ?? ''),
    customer_name: customer?.name ?? '',
    customer_email: customer?.email ?? '',
    customer_phone: customer?.phone ?? '',
    requirements: asked,
    questions: collect_fields
      .filter((field) => field.kind === 'custom')
      .map(({ label, required }) => ({ key: buildRowKey(), label: label ?? '', required })),
    channels: link.channels,
    fee_bearer: link.fee_bearer,
    usage_limit: link.usage_limit,
    starts_at: as_new ? '' : toLocalTime(link.starts_at ?? undefined),
    expiry: link.expires_at === null ? 'never' : as_new && is_over ? 24 : 'at',
    expires_at: as_new && is_over ? '' : toLocalTime(link.expires_at ?? undefined),
    success_redirect_url: link.success_redirect_url ?? '',
    failure_redirect_url: link.failure_redirect_url ?? '',
    notify_email: notify.email,
    notify_whatsapp: notify.whatsapp,
    reminders: link.reminders,
    language: link.language,
    metadata: Object.entries(metadata ?? {}).map(([name, value]) => ({ key: buildRowKey(), name, value })),
  };
}

export type CreateInput = CallBody<typeof createPaymentLink>;
const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** The API input at `now`; fields that do not apply to the type of link are left empty. */
export function buildBody(form: LinkForm, now: Date): CreateInput {
  const is_open = form.type === 'open_amount';
  const slug = form.custom_slug.trim();
  return {
    title: form.title.trim(),
    description: orNull(form.description),
    type: form.type,
    amount: is_open ? null : form.amount,
    min_amount: is_open ? form.min_amount : null,
    max_amount: is_open ? form.max_amount : null,
    items: is_open ? [] : form.items.map(({ name, qty, price }) => ({ name, qty: qty ?? 0, price: price ?? 0 })),
    merchant_reference: orNull(form.merchant_reference),
    customer: toCustomer(form),
    collect_fields: toCollectedFields(form),
    channels: form.channels,
    fee_bearer: form.fee_bearer,
    usage_limit: form.type === 'single_use' ? null : form.usage_limit,
    starts_at: fromLocalTime(form.starts_at) ?? null,
    expires_at: calculateEnd(form, now),
    success_redirect_url: orNull(form.success_redirect_url),
    failure_redirect_url: orNull(form.failure_redirect_url),
    notify: { email: form.notify_email, whatsapp: form.notify_whatsapp },
    reminders: form.expiry === 'never' ? [] : form.reminders,
    language: form.language,
    metadata: toMetadata(form),
    ...(slug === '' ? {} : { custom_slug: slug }),
  };
}

/** The expiry of the link; null: never. A missing date and time counts as expired, so that validation fails. */
export function calculateEnd({ expiry, expires_at, starts_at }: LinkForm, now: Date): string | null {
  if (expiry === 'never') return null;
  if (expiry === 'at') return fromLocalTime(expires_at) ?? now.toISOString();
  const begin_ms = Math.max(now.getTime(), Date.parse(fromLocalTime(starts_at) ?? '') || 0);
  return new Date(begin_ms + duration.hours(expiry)).toISOString();
}

function toCustomer(form: LinkForm): CreateInput['customer'] {
  const customer = {
    name: orNull(form.customer_name),
    email: orNull(form.customer_email),
    phone: orNull(form.customer_phone.replaceAll(/[\s().-]/g, '')),
  };
  return Object.values(customer).every((part) => part === null) ? null : customer;
}

const toCollectedFields = ({ requirements: asked, questions }: LinkForm): CollectedField[] => [
  ...STANDARD_FIELDS.filter((kind) => asked[kind] !== 'no').map((kind) => ({
    kind,
    label: null,
    required: asked[kind] === 'required',
  })),
  ...questions.map(({ label, required }) => ({ kind: 'custom' as const, label: orNull(label), required })),
];

function toMetadata({ metadata }: LinkForm): Record<string, string> | null {
  const pairs = metadata.filter(({ name }) => name.trim() !== '');
  return pairs.length === 0 ? null : Object.fromEntries(pairs.map(({ name, value }) => [name.trim(), value.trim()]));
}

/** Total of the items, whole rupiah. */
export const sumRows = (items: readonly ItemRow[]): number =>
  items.reduce((sum, { qty, price }) => sum + (qty ?? 0) * (price ?? 0), 0);

/** Whether the form has unsaved changes. */
export const isDirty = (form: LinkForm, start: LinkForm): boolean => JSON.stringify(form) !== JSON.stringify(start);
