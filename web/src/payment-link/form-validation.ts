/** Validation of the link form, by the API names of the fields. The server validates again. */
import { type LinkTerms, validateLink } from '@dasbor/contract/payment-link-validation';
import {
  LINK_METADATA_KEY_PATTERN,
  LINK_PHONE_PATTERN,
  LINK_REFERENCE_PATTERN,
  LINK_SLUG_PATTERN,
} from '@dasbor/contract/payment-link-terms';
import { type LinkForm, type CreateInput, buildBody } from './link-form.ts';
import { formatCount } from '../ui/amount.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { formMessages } from './form-messages.ts';

/** Messages by field, such as `customer.email` or `items.0.name`. */
export type ValidationErrors = Record<string, string>;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const HTTPS = /^https:\/\/([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}([/?#:].*)?$/i;

/** Validates each field, then the fields together with the rules that the server shares. */
export function validateForm(form: LinkForm, now: Date): ValidationErrors {
  const body = buildBody(form, now);
  const errors: Record<string, string | undefined> = {
    ...validateTogether(body, now),
    ...validateItems(body),
    ...validateQuestions(body),
    ...dropUndefined(validateFields(body)),
  };
  return dropUndefined(errors);
}

const dropUndefined = (errors: Record<string, string | undefined>): ValidationErrors =>
  Object.fromEntries(Object.entries(errors).filter((pair): pair is [string, string] => pair[1] !== undefined));

function validateTogether(body: CreateInput, now: Date): ValidationErrors {
  // Without a payment method there are no amount limits.
  if (body.channels?.length === 0) return {};
  const found = validateLink(body as LinkTerms, now).toReversed();
  return Object.fromEntries(found.map(({ field, detail }) => [field, detail[currentLanguage()]]));
}

function validateFields(body: CreateInput): Record<string, string | undefined> {
  const t = formMessages().validation;
  return {
    title: validateText(body.title, 100, true),
    description: validateText(body.description, 500),
    merchant_reference:
      validateText(body.merchant_reference, 64) ??
      validatePattern(body.merchant_reference, LINK_REFERENCE_PATTERN, t.reference),
    'customer.name': validateText(body.customer?.name, 100),
    'customer.email': validatePattern(body.customer?.email, EMAIL, t.email),
    'customer.phone': validatePattern(body.customer?.phone, LINK_PHONE_PATTERN, t.phone),
    channels: body.channels?.length === 0 ? t.channels : undefined,
    usage_limit: validateWhole(body.usage_limit, 1, 1_000_000),
    success_redirect_url: validatePattern(body.success_redirect_url, HTTPS, t.url),
    failure_redirect_url: validatePattern(body.failure_redirect_url, HTTPS, t.url),
    custom_slug: validatePattern(body.custom_slug, LINK_SLUG_PATTERN, t.slug),
    metadata: Object.keys(body.metadata ?? {}).every((name) => LINK_METADATA_KEY_PATTERN.test(name))
      ? undefined
      : t.metadata,
  };
}

function validateItems({ items = [] }: CreateInput): ValidationErrors {
  const found = items.map(({ name, qty, price }, index) => ({
    [`items.${index}.name`]: validateText(name.trim(), 100, true),
    [`items.${index}.qty`]: validateWhole(qty, 1, 10_000),
    [`items.${index}.price`]: price < 0 ? formMessages().validation.min('0') : undefined,
  }));
  return dropUndefined(Object.assign({}, ...found) as Record<string, string | undefined>);
}

function validateQuestions({ collect_fields = [] }: CreateInput): ValidationErrors {
  const found = collect_fields.map(({ kind, label }, index) => ({
    [`collect_fields.${index}.label`]: kind === 'custom' ? validateText(label, 60, true) : undefined,
  }));
  return dropUndefined(Object.assign({}, ...found) as Record<string, string | undefined>);
}

function validateText(text: string | null | undefined, max: number, is_required = false): string | undefined {
  if ((text ?? '') === '') return is_required ? formMessages().validation.required : undefined;
  return (text ?? '').length > max ? formMessages().validation.max_length(max) : undefined;
}

const validatePattern = (text: string | null | undefined, pattern: RegExp, message: string): string | undefined =>
  text === null || text === undefined || pattern.test(text) ? undefined : message;

function validateWhole(value: number | null | undefined, min: number, max: number): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (value < min) return formMessages().validation.min(String(min));
  return value > max ? formMessages().validation.max(formatCount(max)) : undefined;
}
