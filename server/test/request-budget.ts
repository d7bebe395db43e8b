/** The budget of requests per second: tests that send many requests wait until it is full again. */
import { setTimeout as wait } from 'node:timers/promises';

interface Answer {
  statusCode: number;
  headers: Record<string, unknown>;
}

/** Whether the principal has used its requests of this second. */
const isOverBudget = ({ statusCode, headers }: Answer): boolean =>
  statusCode === 429 && headers['ratelimit-remaining'] === '0';

/** Sends a request, again after a moment while the budget is used up. */
export async function sendInBudget<A extends Answer>(send: () => PromiseLike<A>): Promise<A> {
  const answer = await send();
  if (!isOverBudget(answer)) return answer;
  await wait(250);
  return sendInBudget(send);
}
