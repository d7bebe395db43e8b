/** What is wrong with a link as it was typed, by the API's name of each field. The server has the last word. */
import { type LinkTerms, faultsOfLink } from '@dasbor/contract/payment-link-faults';
import {
  LINK_METADATA_KEY_PATTERN,
  LINK_PHONE_PATTERN,
  LINK_REFERENCE_PATTERN,
  LINK_SLUG_PATTERN,
} from '@dasbor/contract/payment-link-terms';
import { type LinkForm, type Sent, bodyOf } from './link-form.ts';

/** By names such as `customer.email` or `items.0.name`. */
export type Faults = Record<string, string>;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const HTTPS = /^https:\/\/([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}([/?#:].*)?$/i;
const EMPTY = 'Fill this in.';

/** First what each field says by itself, then what they say together: the rules that the server has too. */
export function faultsOf(form: LinkForm, now: Date): Faults {
  const body = bodyOf(form, now);
  const faults: Record<string, string | undefined> = {
    ...togetherFaults(body, now),
    ...itemFaults(body),
    ...questionFaults(body),
    ...definedOf(fieldFaults(body)),
  };
  return definedOf(faults);
}

const definedOf = (faults: Record<string, string | undefined>): Faults =>
  Object.fromEntries(Object.entries(faults).filter((pair): pair is [string, string] => pair[1] !== undefined));

function togetherFaults(body: Sent, now: Date): Faults {
  // Without a way to pay there is nothing that an amount could be measured against.
  if (body.channels?.length === 0) return {};
  const found = faultsOfLink(body as LinkTerms, now).toReversed();
  return Object.fromEntries(found.map(({ field, detail }) => [field, detail]));
}

const fieldFaults = (body: Sent): Record<string, string | undefined> => ({
  title: textFault(body.title, 100, true),
  description: textFault(body.description, 500),
  merchant_reference:
    textFault(body.merchant_reference, 64) ??
    patternFault(body.merchant_reference, LINK_REFERENCE_PATTERN, 'Use plain letters, digits and signs.'),
  'customer.name': textFault(body.customer?.name, 100),
  'customer.email': patternFault(body.customer?.email, EMAIL, 'This is not an e-mail address.'),
  'customer.phone': patternFault(
    body.customer?.phone,
    LINK_PHONE_PATTERN,
    'Give digits, such as 081234567890 or +6281234567890.',
  ),
  channels: body.channels?.length === 0 ? 'Choose at least one.' : undefined,
  usage_limit: wholeFault(body.usage_limit, 1, 1_000_000),
  success_redirect_url: patternFault(
    body.success_redirect_url,
    HTTPS,
    'Give a whole address that begins with https://.',
  ),
  failure_redirect_url: patternFault(
    body.failure_redirect_url,
    HTTPS,
    'Give a whole address that begins with https://.',
  ),
  custom_slug: patternFault(body.custom_slug, LINK_SLUG_PATTERN, 'Use small letters, digits and single hyphens.'),
  metadata: Object.keys(body.metadata ?? {}).every((name) => LINK_METADATA_KEY_PATTERN.test(name))
    ? undefined
    : 'Use letters, digits, dots, hyphens and underscores.',
});

function itemFaults({ items = [] }: Sent): Faults {
  const found = items.map(({ name, qty, price }, place) => ({
    [`items.${place}.name`]: textFault(name.trim(), 100, true),
    [`items.${place}.qty`]: wholeFault(qty, 1, 10_000),
    [`items.${place}.price`]: price < 0 ? 'At least 0.' : undefined,
  }));
  return definedOf(Object.assign({}, ...found) as Record<string, string | undefined>);
}

function questionFaults({ collect_fields = [] }: Sent): Faults {
  const found = collect_fields.map(({ kind, label }, place) => ({
    [`collect_fields.${place}.label`]: kind === 'custom' ? textFault(label, 60, true) : undefined,
  }));
  return definedOf(Object.assign({}, ...found) as Record<string, string | undefined>);
}

function textFault(text: string | null | undefined, max: number, is_required = false): string | undefined {
  if ((text ?? '') === '') return is_required ? EMPTY : undefined;
  return (text ?? '').length > max ? `At most ${max} characters.` : undefined;
}

const patternFault = (text: string | null | undefined, pattern: RegExp, words: string): string | undefined =>
  text === null || text === undefined || pattern.test(text) ? undefined : words;

function wholeFault(value: number | null | undefined, min: number, max: number): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (value < min) return `At least ${min}.`;
  return value > max ? `At most ${max.toLocaleString('id-ID')}.` : undefined;
}
