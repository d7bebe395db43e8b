/** Messages of banks. SNAP BI defines them in English; they are stored as received and translated when they are shown. */
import { type Language, translateMessage, validationMessage } from './language.ts';

const DECLARED: readonly (readonly [english: string, indonesian: string])[] = [
  // Response messages.
  ['Bad Request', 'Permintaan tidak valid'],
  ['Conflict', 'Permintaan yang sama sudah diterima'],
  ['Do Not Honor', 'Ditolak oleh bank'],
  ['Dormant Account', 'Rekening tidak aktif (dormant)'],
  ['Duplicate partnerReferenceNo', 'Nomor referensi sudah dipakai'],
  ['Exceeds Transaction Amount Limit', 'Melebihi batas jumlah transaksi'],
  ['External Server Error', 'Gangguan pada server pihak lain'],
  ['General Error', 'Gangguan umum di bank'],
  ['Inactive Card/Account/Customer', 'Rekening atau nasabah tidak aktif'],
  ['Inconsistent Request', 'Permintaan tidak sesuai dengan permintaan sebelumnya'],
  ['Insufficient Funds', 'Saldo tidak mencukupi'],
  ['Internal Server Error', 'Gangguan pada server bank'],
  ['Invalid Amount', 'Jumlah tidak valid'],
  ['Paid Bill', 'Tagihan sudah dibayar'],
  ['Partner Not Found', 'Mitra tidak ditemukan'],
  ['Request In Progress', 'Permintaan sedang diproses'],
  ['Service Unavailable', 'Layanan bank tidak tersedia'],
  ['Timeout', 'Bank tidak merespons tepat waktu'],
  ['Too Many Requests', 'Terlalu banyak permintaan'],
  ['Transaction Not Found', 'Transaksi tidak ditemukan'],
  // Descriptions of a transaction status.
  ['Cancelled', 'Dibatalkan'],
  ['Expired', 'Kedaluwarsa'],
  ['Failed', 'Gagal'],
  ['In progress', 'Sedang diproses'],
  ['Rejected by the receiving bank', 'Ditolak oleh bank penerima'],
  ['Returned by the receiving bank', 'Dikembalikan oleh bank penerima'],
  ['Reversed by the issuer', 'Dibalik oleh penerbit'],
  ['Success', 'Berhasil'],
];
for (const [english, indonesian] of DECLARED) validationMessage(english, indonesian);

/** Messages that end with the name of a field or a value. */
const PREFIXES: readonly (readonly [english: string, indonesian: string])[] = [
  ['Feature Not Allowed', 'Layanan tidak tersedia:'],
  ['Invalid Bill/Virtual Account', 'Tagihan atau virtual account tidak valid'],
  ['Invalid Card/Account/Customer', 'Rekening atau nasabah tidak valid'],
  ['Invalid Field Format', 'Format isian tidak valid:'],
  ['Invalid Mandatory Field', 'Isian wajib tidak ada:'],
  ['Unauthorized.', 'Tidak diizinkan.'],
];

/** The message in a language; a message that SNAP BI does not define stays as the bank wrote it. */
export function translateBankMessage(message: string, language: Language): string {
  if (language === 'en') return message;
  const prefix = PREFIXES.find(([english]) => message.startsWith(english));
  if (prefix === undefined) return translateMessage(message, language);
  return `${prefix[1]}${message.slice(prefix[0].length)}`;
}
