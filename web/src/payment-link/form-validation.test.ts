import { describe, expect, test } from 'vitest';
import { validateForm } from './form-validation.ts';
import { EMPTY_FORM, type LinkForm, buildBody, isDirty } from './link-form.ts';

const NOW = new Date('2026-11-21T07:05:00.000Z');
const form = (part: Partial<LinkForm> = {}): LinkForm => ({ ...EMPTY_FORM, title: 'Kopi', amount: 150_000, ...part });
const item = (part: object = {}) => ({ key: 1, name: 'Kopi', qty: 1, price: 150_000, ...part });
const question = (label: string) => ({ key: 1, label, required: true });

describe('domain 1.8: the form', () => {
  test.each([
    ['defaults with a title and an amount', {}],
    [
      'all fields',
      {
        description: 'Dua bungkus',
        items: [item()],
        merchant_reference: 'INV-1',
        customer_name: 'Rina',
        customer_email: 'rina@mail.example',
        customer_phone: '+62 812-3456-7890',
        requirements: { name: 'required', email: 'optional', phone: 'no', address: 'required' },
        questions: [question('Ukuran')],
        starts_at: '2026-11-22T08:00',
        expiry: 'at',
        expires_at: '2026-11-23T08:00',
        success_redirect_url: 'https://toko.example/terima-kasih?x=1',
        notify_email: true,
        notify_whatsapp: true,
        reminders: [24, 1],
        custom_slug: 'pesanan-17',
        metadata: [{ key: 1, name: 'cabang', value: 'Kemang' }],
      },
    ],
    [
      'open amount without an expiry',
      { type: 'open_amount', min_amount: 10_000, max_amount: 50_000, expiry: 'never', usage_limit: 9 },
    ],
  ] as [string, Partial<LinkForm>][])('%s: valid', (_name, part) => {
    expect(validateForm(form(part), NOW)).toEqual({});
  });

  test.each([
    ['title', { title: ' ' }],
    ['title', { title: 'x'.repeat(101) }],
    ['description', { description: 'x'.repeat(501) }],
    ['items.0.name', { items: [item({ name: '' })] }],
    ['items.0.qty', { items: [item({ qty: 0 })] }],
    ['customer.email', { customer_email: 'rina' }],
    ['customer.phone', { customer_phone: 'x1' }],
    ['merchant_reference', { merchant_reference: 'é' }],
    ['channels', { channels: [] }],
    ['usage_limit', { type: 'multi_use', usage_limit: 0 }],
    ['success_redirect_url', { success_redirect_url: 'http://toko.example' }],
    ['failure_redirect_url', { failure_redirect_url: 'https://localhost/x' }],
    ['custom_slug', { custom_slug: 'Kopi!' }],
    ['collect_fields.0.label', { questions: [question('x'.repeat(61))] }],
  ] as [string, Partial<LinkForm>][])('reports an error of %s', (path, part) => {
    expect(Object.keys(validateForm(form(part), NOW))).toContain(path);
  });

  test.each([
    ['amount', { amount: 9_999 }],
    ['fee_bearer', { fee_bearer: 'customer' }],
    ['items', { items: [item({ price: 1 })] }],
    ['expires_at', { expiry: 'at', expires_at: '' }],
    ['customer.email', { notify_email: true }],
    ['reminders', { reminders: [1, 1], customer_email: 'rina@mail.example' }],
  ] as [string, Partial<LinkForm>][])('reports the same error of %s as the server', (path, part) => {
    expect(Object.keys(validateForm(form(part), NOW))).toEqual([path]);
  });

  test('fields of another type of link are not sent', () => {
    const typed = form({ min_amount: 1, max_amount: 2, usage_limit: 3 });
    expect(buildBody(typed, NOW)).toMatchObject({ min_amount: null, max_amount: null, usage_limit: null });
    expect(buildBody({ ...typed, type: 'open_amount', items: [item()] }, NOW)).toMatchObject({
      amount: null,
      items: [],
    });
  });

  test('times are in Jakarta time', () => {
    expect(buildBody(form({ expiry: 'at', expires_at: '2026-11-23T08:00' }), NOW).expires_at).toBe(
      '2026-11-23T01:00:00.000Z',
    );
    expect(buildBody(form({ starts_at: '2026-11-22T08:00', expiry: 1 }), NOW).expires_at).toBe(
      '2026-11-22T02:00:00.000Z',
    );
  });

  test('an unchanged form has no unsaved changes', () => {
    expect(isDirty(EMPTY_FORM, EMPTY_FORM)).toBe(false);
    expect(isDirty(form(), EMPTY_FORM)).toBe(true);
  });
});
