// The payment page and the payment instructions of the dashboard name the same apps and menus of a bank.
import { describe, expect, test } from 'vitest';
import { VA_BANKS } from '../contract/src/bank.ts';
import { buildVaInstructions } from '../contract/src/va-instructions.ts';
import { BANK_MENUS } from '../pay/src/bank-menus.ts';

describe.each(VA_BANKS)('$channel', ({ channel: bank, company_code }) => {
  const instructions = buildVaInstructions({ bank, va_number: `${company_code}12345678`, exact_amount: true }, 'id');

  test.each(instructions)('$channel', ({ channel, title, steps }) => {
    const menu = BANK_MENUS[bank][channel];
    expect(title).toBe(menu.app ?? title);
    expect(steps).toContain(`Pilih ${menu.path}.`);
    expect(steps.includes(`Masukkan kode perusahaan ${company_code}.`)).toBe(menu.asks_company ?? false);
  });
});
