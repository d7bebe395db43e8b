/** What is wrong with a link as it was typed, by the API's name of each field. The server has the last word. */
import { type LinkTerms, validateLink } from '@dasbor/contract/payment-link-validation';
import {
  LINK_METADATA_KEY_PATTERN,
  LINK_PHONE_PATTERN,
  LINK_REFERENCE_PATTERN,
  LINK_SLUG_PATTERN,
} from '@dasbor/contract/payment-link-terms';
import { type LinkForm, type CreateInput, buildBody } from './link-form.ts';

/** By names such as `customer.email` or `items.0.name`. */
export type ValidationErrors = Record<string, string>;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const HTTPS = /^https:\/\/([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}([/?#:].*)?$/i;
const EMPTY = 'Fill this in.';

/** First what each field says by itself, then what they say together: the rules that the server has too. */
export function validateForm(form: LinkForm, now: Date): ValidationErrors {
  const body = buildBody(form, now);
  const faults: Record<string, string | undefined> = {
    ...validateTogether(body, now),
    ...validateItems(body),
    ...validateQuestions(body),
    ...dropUndefined(validateFields(body)),
  };
  return dropUndefined(faults);
}

const dropUndefined = (faults: Record<string, string | undefined>): ValidationErrors =>
  Object.fromEntries(Object.entries(faults).filter((pair): pair is [string, string] => pair[1] !== undefined));

function validateTogether(body: CreateInput, now: Date): ValidationErrors {
  // Without a way to pay there is nothing that an amount could be measured against.
  if (body.channels?.length === 0) return {};
  const found = validateLink(body as LinkTerms, now).toReversed();
  return Object.fromEntries(found.map(({ field, detail }) => [field, detail]));
}

const validateFields = (body: CreateInput): Record<string, string | undefined> => ({
  title: validateText(body.title, 100, true),
  description: validateText(body.description, 500),
  merchant_reference:
    validateText(body.merchant_reference, 64) ??
    validatePattern(body.merchant_reference, LINK_REFERENCE_PATTERN, 'Use plain letters, digits and signs.'),
  'customer.name': validateText(body.customer?.name, 100),
  'customer.email': validatePattern(body.customer?.email, EMAIL, 'This is not an e-mail address.'),
  'customer.phone': validatePattern(
    body.customer?.phone,
    LINK_PHONE_PATTERN,
    'Give digits, such as 081234567890 or +6281234567890.',
  ),
  channels: body.channels?.length === 0 ? 'Choose at least one.' : undefined,
  usage_limit: validateWhole(body.usage_limit, 1, 1_000_000),
  success_redirect_url: validatePattern(
    body.success_redirect_url,
    HTTPS,
    'Give a whole address that begins with https://.',
  ),
  failure_redirect_url: validatePattern(
    body.failure_redirect_url,
    HTTPS,
    'Give a whole address that begins with https://.',
  ),
  custom_slug: validatePattern(body.custom_slug, LINK_SLUG_PATTERN, 'Use small letters, digits and single hyphens.'),
  metadata: Object.keys(body.metadata ?? {}).every((name) => LINK_METADATA_KEY_PATTERN.test(name))
    ? undefined
    : 'Use letters, digits, dots, hyphens and underscores.',
});

function validateItems({ items = [] }: CreateInput): ValidationErrors {
  const found = items.map(({ name, qty, price }, place) => ({
    [`items.${place}.name`]: validateText(name.trim(), 100, true),
    [`items.${place}.qty`]: validateWhole(qty, 1, 10_000),
    [`items.${place}.price`]: price < 0 ? 'At least 0.' : undefined,
  }));
  return dropUndefined(Object.assign({}, ...found) as Record<string, string | undefined>);
}

function validateQuestions({ collect_fields = [] }: CreateInput): ValidationErrors {
  const found = collect_fields.map(({ kind, label }, place) => ({
    [`collect_fields.${place}.label`]: kind === 'custom' ? validateText(label, 60, true) : undefined,
  }));
  return dropUndefined(Object.assign({}, ...found) as Record<string, string | undefined>);
}

function validateText(text: string | null | undefined, max: number, is_required = false): string | undefined {
  if ((text ?? '') === '') return is_required ? EMPTY : undefined;
  return (text ?? '').length > max ? `At most ${max} characters.` : undefined;
}

const validatePattern = (text: string | null | undefined, pattern: RegExp, words: string): string | undefined =>
  text === null || text === undefined || pattern.test(text) ? undefined : words;

function validateWhole(value: number | null | undefined, min: number, max: number): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (value < min) return `At least ${min}.`;
  return value > max ? `At most ${max.toLocaleString('id-ID')}.` : undefined;
}
