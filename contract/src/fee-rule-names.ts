/**
 * Names of the provider's fee rules. They are stored in English and translated when they are shown; the name of a
 * merchant's own rule is shown as it was entered.
 */
import type { Language } from './language.ts';

const INDONESIAN: ReadonlyMap<string, string> = new Map([
  ['QRIS small business (UKE)', 'QRIS usaha kecil (UKE)'],
  ['QRIS medium business (UME)', 'QRIS usaha menengah (UME)'],
  ['QRIS large business (UBE)', 'QRIS usaha besar (UBE)'],
  ['QRIS regular business (URE)', 'QRIS usaha reguler (URE)'],
  ['QRIS education (EDU)', 'QRIS pendidikan (EDU)'],
  ['QRIS fuel stations (SPBU)', 'QRIS SPBU'],
  ['QRIS public service agencies (BLU)', 'QRIS badan layanan umum (BLU)'],
  ['QRIS public service obligation (PSO)', 'QRIS kewajiban pelayanan publik (PSO)'],
  ['QRIS government aid (G2P)', 'QRIS bantuan pemerintah (G2P)'],
  ['QRIS payments to government (P2G)', 'QRIS pembayaran ke pemerintah (P2G)'],
  ['QRIS donations', 'QRIS donasi'],
  ['QRIS places of worship', 'QRIS tempat ibadah'],
  ['Agreed price', 'Harga yang disepakati'],
  ['Deposit by virtual account', 'Deposit melalui virtual account'],
  ['Refund by bank transfer', 'Pengembalian dana via transfer bank'],
  ['Disbursement within the same bank', 'Disbursement sesama bank'],
  ['Disbursement over BI-FAST', 'Disbursement melalui BI-FAST'],
  ['Disbursement by online transfer', 'Disbursement melalui transfer online'],
  ['Disbursement over SKN', 'Disbursement melalui SKN'],
  ['Disbursement over RTGS', 'Disbursement melalui RTGS'],
]);

const MICRO_BUSINESS = /^QRIS micro business \(UMI\) (?<bound>up to|above) (?<amount>Rp [\d.]+)$/;

/** The name of a fee rule in the reader's language. */
export function translateFeeRuleName(name: string, language: Language): string {
  if (language === 'en') return name;
  const { bound, amount } = MICRO_BUSINESS.exec(name)?.groups ?? {};
  if (bound !== undefined) return `QRIS usaha mikro (UMI) ${bound === 'above' ? 'di atas' : 'sampai'} ${amount}`;
  return INDONESIAN.get(name) ?? name;
}
