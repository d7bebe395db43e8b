/** Values by which a journey finds its own objects among those of other journeys, of former runs and of the sandbox. */
import { BANK_URL } from './sandbox.ts';

let last_ms = 0;

/** Nine digits and letters, different at each call: of one length, so that none is part of another. */
export function createMark(): string {
  last_ms = Math.max(Date.now(), last_ms + 1);
  return last_ms.toString(36).padStart(9, '0').toUpperCase();
}

const AMOUNTS = 80_000;

/** An amount from `from` on that the bank's page does not show, nor the next one. */
export async function createAmount(from: number): Promise<number> {
  const shown = new Set([...(await listAmounts('/simulate/qris')), ...(await listAmounts('/simulate/payments'))]);
  let amount = from + (Date.now() % AMOUNTS);
  while (shown.has(amount) || shown.has(amount + 1)) amount += 2;
  return amount;
}

/** Amounts of codes or payments, with and without tips. */
async function listAmounts(path: string): Promise<(number | null | undefined)[]> {
  const answer = await fetch(BANK_URL + path);
  const { data } = (await answer.json()) as { data: { amount?: number | null; paid_amount?: number | null }[] };
  return data.flatMap(({ amount, paid_amount }) => [amount, paid_amount]);
}
