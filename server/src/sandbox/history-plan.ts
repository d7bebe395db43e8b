/** The QRIS payments of the sandbox's merchants in the past sixty days. Deterministic: the same plan for the same end. */
import * as duration from '@dasbor/contract/duration';
import type { Rupiah } from '@dasbor/contract/money';
import { toBusinessDay, startOfBusinessDay } from '@dasbor/contract/time';

/** Outcome of a planned payment. */
export type Ending =
  | 'paid'
  /** Paid, but the notification was lost: found when the code expires. */
  | 'callback_lost'
  | 'paid_late'
  | 'expired'
  /** The payer's bank refuses the payment. */
  | 'payer_refused'
  /** The bank refuses to issue the code. */
  | 'issue_refused'
  | 'cancelled';

export interface PlannedPayment {
  /** The merchant's order number. Unique, so that an interrupted run can be resumed. */
  merchant_reference: string;
  created_at: Date;
  /** Time of the payment or refusal; unused for expired payments. */
  ended_at: Date;
  amount: Rupiah;
  description: string;
  customer_name: string | undefined;
  customer_email: string | undefined;
  is_by_api: boolean;
  ending: Ending;
  issuer: string;
  payer_name: string;
  /** Twelve digits, unique per merchant. */
  rrn: string;
}

export interface PaymentPattern {
  reference_prefix: string;
  days: number;
  payments_per_day: number;
  /** Opening hours (WIB); busy hours are repeated. */
  hours: readonly number[];
  goods: readonly [name: string, price: Rupiah][];
  /** Maximum number of pieces per sale. */
  pieces_max: number;
}

export const HISTORY_DAYS = 60;

export const KOPI_PATTERN: PaymentPattern = {
  reference_prefix: 'KN',
  days: HISTORY_DAYS,
  payments_per_day: 4.2,
  hours: [7, 8, 8, 8, 9, 10, 11, 12, 12, 13, 14, 15, 16, 16, 17, 17, 18, 19, 20, 21],
  goods: [
    ['Es kopi susu', 24_000],
    ['Americano', 22_000],
    ['Kopi tubruk Toraja', 28_000],
    ['Croissant', 27_500],
    ['Nasi goreng kampung', 42_000],
    ['Biji kopi Gayo 250 g', 115_000],
    ['Langganan kantor', 650_000],
  ],
  pieces_max: 3,
};

/** Nearly empty, to show first use. */
export const BATIK_PATTERN: PaymentPattern = {
  reference_prefix: 'BL',
  days: 12,
  payments_per_day: 0.35,
  hours: [9, 10, 10, 11, 13, 14, 15, 16, 16, 19, 20],
  goods: [
    ['Kemeja batik tulis', 785_000],
    ['Kain batik cap', 265_000],
    ['Selendang', 145_000],
    ['Dress batik', 420_000],
    ['Seragam kantor', 1_950_000],
  ],
  pieces_max: 2,
};

/** Validity of a code. */
export const CODE_TTL_MINUTES = 15;
/** Time before the end without payments, so that every planned payment is over. */
const MARGIN_MS = duration.minutes(45);

const CUSTOMERS = [
  ['Rina Kusuma', 'rina.kusuma'],
  ['Bayu Prasetyo', 'bayu.p'],
  ['Maya Anjani', 'maya'],
  ['Dimas Nugroho', 'dimas.nugroho'],
  ['Siti Rahmawati', 'siti.rahma'],
  ['Yoga Permana', 'yoga'],
  ['Intan Puspita', 'intan.puspita'],
  ['Hendra Wijaya', 'hendra.w'],
  ['Nadia Putri', 'nadia'],
  ['Rizky Ramadhan', 'rizky.r'],
] as const;
/** Names that the bank knows, so that it can refund these payments. */
export const ISSUERS = ['GoPay', 'OVO', 'DANA', 'ShopeePay', 'LinkAja', 'Mandiri', 'BCA'] as const;

/** Every outcome occurs, the rare ones once in forty payments. */
function getEnding(index: number): Ending {
  const rare: Record<number, Ending> = {
    4: 'paid_late',
    11: 'payer_refused',
    16: 'issue_refused',
    23: 'cancelled',
    29: 'callback_lost',
  };
  return rare[index % 40] ?? (index % 10 === 7 ? 'expired' : 'paid');
}

/** The payments of a shop in the days before `end`, oldest first. */
export function planHistory(shop: PaymentPattern, end: Date): PlannedPayment[] {
  const random = createRandom(shop.reference_prefix);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const first_day = startOfBusinessDay(toBusinessDay(end)).getTime() - duration.days(shop.days);
  const count = Math.round(shop.payments_per_day * shop.days);
  const times = Array.from({ length: count }, (_, index) => {
    const day = first_day + Math.floor((index / count) * (shop.days + 1)) * duration.days(1);
    return day + pick(shop.hours) * duration.hours(1) + Math.floor(random() * duration.hours(1));
  })
    .filter((at) => at < end.getTime() - MARGIN_MS)
    .toSorted((a, b) => a - b);
  return times.map((at, index) => {
    const created_at = new Date(at);
    const [good, price] = pick(shop.goods);
    const pieces = price > 500_000 ? 1 : 1 + Math.floor(random() * shop.pieces_max);
    const [name, mailbox] = pick(CUSTOMERS);
    const is_known = random() < 0.7;
    const ending = getEnding(index);
    const pause_ms = ending === 'paid_late' ? (CODE_TTL_MINUTES + 6) * 60_000 : 12_000 + random() * 240_000;
    const number = String(index + 1).padStart(4, '0');
    const day = toBusinessDay(created_at).replaceAll('-', '');
    return {
      merchant_reference: `${shop.reference_prefix}-${day.slice(2)}-${number}`,
      created_at,
      ended_at: new Date(at + Math.floor(pause_ms)),
      amount: price * pieces,
      description: pieces === 1 ? good : `${pieces} × ${good}`,
      customer_name: is_known ? name : undefined,
      customer_email: is_known ? `${mailbox}@mail.example` : undefined,
      is_by_api: random() < 0.6,
      ending,
      issuer: pick(ISSUERS),
      payer_name: `${name.split(' ', 1)[0]?.toUpperCase()} ${name.split(' ')[1]?.[0] ?? ''}***`,
      rrn: `${day.slice(3)}${String(index + 1).padStart(7, '0')}`,
    };
  });
}

/** Deterministic pseudorandom numbers from 0 to 1 (mulberry32). */
export function createRandom(seed: string): () => number {
  let state = [...seed].reduce((sum, character) => Math.imul(sum, 31) + character.charCodeAt(0), 20_261_121);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
