import { expect, test } from 'vitest';
import { formatMessage, toWhatsappNumber, buildWhatsappUrl } from './share-message.ts';

const LINK = {
  title: 'Kopi & teh',
  amount: 150_000,
  min_amount: null,
  max_amount: null,
  expires_at: '2026-11-21T07:05:00.000Z',
  language: 'id' as const,
  customer: { name: 'Rina', email: null, phone: '081234567890' },
  url: 'https://pay.example/pay/x',
};

test.each([
  ['081234567890', '6281234567890'],
  ['+6281234567890', '6281234567890'],
  ['6281234567890', '6281234567890'],
  ['81234567890', '6281234567890'],
  ['+4915112345678', '4915112345678'],
])('domain 1.8: the WhatsApp number of %s is %s', (phone, number) => {
  expect(toWhatsappNumber(phone)).toBe(number);
});

test('domain 1.8: the WhatsApp message is in the language of the link', () => {
  const message =
    'Halo Rina,\nToko mengirimkan tagihan: Kopi & teh\nJumlah: Rp 150.000\nBayar sebelum 21 Nov 2026, 14.05 WIB\nhttps://pay.example/pay/x';
  expect(formatMessage(LINK, 'Toko')).toBe(message);
  const url = new URL(buildWhatsappUrl(LINK, 'Toko'));
  expect([url.origin, url.pathname, url.searchParams.get('text')]).toEqual([
    'https://wa.me',
    '/6281234567890',
    message,
  ]);
  expect(formatMessage({ ...LINK, language: 'en', customer: null, expires_at: null }, 'Toko')).toBe(
    'Hello,\nToko has sent you a payment request: Kopi & teh\nAmount: Rp 150.000\nhttps://pay.example/pay/x',
  );
});

test('a masked number is not used: the recipient is chosen in WhatsApp', () => {
  const link = { ...LINK, customer: { name: 'Rina', email: null, phone: '***7890' } };
  expect(new URL(buildWhatsappUrl(link, 'Toko')).pathname).toBe('/');
});
