/**
 * Before all journeys: a QRIS code with the shortest expiry. It expires while other journeys run, so that the journey of a
 * late payment does not have to wait for it.
 */
import { createPayment, readPayment } from './api.ts';

/** Workers inherit the environment of the runner. */
const VARIABLE = 'E2E_SHORT_LIVED_CODE';
const EXPIRY_MINUTES = 1;

const createShortLivedCode = () => createPayment({ amount: 41_000, expires_in_minutes: EXPIRY_MINUTES });

/** The code from before the journeys; another one when that was paid, by a run that is repeated. */
export async function getShortLivedCode(): ReturnType<typeof createShortLivedCode> {
  const before = await readPayment(process.env[VARIABLE] ?? '');
  return before.status === 'paid' ? createShortLivedCode() : before;
}

/** Playwright calls it when the installation is ready. */
export default async function prepare(): Promise<void> {
  process.env[VARIABLE] = (await createShortLivedCode()).id;
}
