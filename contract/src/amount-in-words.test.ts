import { expect, test } from 'vitest';
import { spellRupiah } from './amount-in-words.ts';

test.each([
  [0, 'Nol rupiah'],
  [1, 'Satu rupiah'],
  [10, 'Sepuluh rupiah'],
  [11, 'Sebelas rupiah'],
  [15, 'Lima belas rupiah'],
  [20, 'Dua puluh rupiah'],
  [99, 'Sembilan puluh sembilan rupiah'],
  [100, 'Seratus rupiah'],
  [111, 'Seratus sebelas rupiah'],
  [999, 'Sembilan ratus sembilan puluh sembilan rupiah'],
  [1_000, 'Seribu rupiah'],
  [1_001, 'Seribu satu rupiah'],
  [2_000, 'Dua ribu rupiah'],
  [11_000, 'Sebelas ribu rupiah'],
  [101_000, 'Seratus satu ribu rupiah'],
  [1_000_000, 'Satu juta rupiah'],
  [1_001_000, 'Satu juta seribu rupiah'],
  [1_250_000, 'Satu juta dua ratus lima puluh ribu rupiah'],
  [3_000_000_012, 'Tiga miliar dua belas rupiah'],
  [10_000_000_000_000, 'Sepuluh triliun rupiah'],
  [-5_000, 'Minus lima ribu rupiah'],
])('%i in words', (amount, words) => expect(spellRupiah(amount)).toBe(words));
