/** Requests of the clients of a load, and their acknowledgements: compared with the database afterwards. */

/** A created QRIS payment. */
export interface Acknowledged {
  transaction_id: string;
  amount: number;
  is_paid: boolean;
  /** Whether a bulk refund has asked for it. */
  is_refunded: boolean;
}

export interface MoneyRecords {
  /** QRIS payments that were sent, acknowledged or not. */
  attempted: number;
  acknowledged: Acknowledged[];
  /** Paid callbacks of stickers by the bank's reference: sent, and acknowledged, with their amounts. */
  sent: Map<string, number>;
  notified: Map<string, number>;
  /** Acknowledged refunds: their transactions by id. */
  refunds: Map<string, string>;
}

export const createRecords = (): MoneyRecords => ({
  attempted: 0,
  acknowledged: [],
  sent: new Map(),
  notified: new Map(),
  refunds: new Map(),
});

/** Acknowledged operations that move or promise money: created, paid, notified, refunded. */
export const countOperations = ({ acknowledged, notified, refunds }: MoneyRecords): number =>
  acknowledged.length + acknowledged.filter(({ is_paid }) => is_paid).length + notified.size + refunds.size;

/** One answer that a client of the load got, or the lack of one (`status` null). */
export interface Answer {
  /** The party that answered. */
  from: 'api' | 'callbacks' | 'bank';
  status: number | null;
  retry_after: string | null;
  text: string;
  /** By performance.now(). */
  started_at: number;
}

export interface LoadObserver {
  onAnswer: (answer: Answer) => void;
}

/** Whether an answer shows that the party works again. */
export const isSuccess = ({ status }: Answer): boolean => status !== null && status < 300;
