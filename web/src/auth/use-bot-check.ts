import { createBotCheck } from '@dasbor/contract/bot-check';
import * as duration from '@dasbor/contract/duration';
import { useEffect, useState } from 'react';
import { call } from '../api/call.ts';
import { messages } from './account-messages.ts';

/** A solution is fetched again before the server stops accepting it, ten minutes after its challenge. */
const FRESH_MS = duration.minutes(9);

/** Solves in a worker; on this thread where the browser has none. */
async function solveApart(challenge: unknown): Promise<string> {
  if (typeof Worker === 'undefined') return (await import('./solve-bot-check.ts')).solveBotCheck(challenge);
  const worker = new Worker(new URL('bot-check-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<string>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<{ bot_check?: string; error?: string }>) =>
        data.bot_check === undefined ? reject(new Error(data.error)) : resolve(data.bot_check),
      );
      worker.addEventListener('error', () => reject(new Error('The worker of the bot check failed.')));
      worker.postMessage(challenge);
    });
  } finally {
    worker.terminate();
  }
}

/** Solutions of the bot check, each for one request; the next one is worked on in the background. */
class BotCheckSupply {
  #solution: Promise<string> | undefined;
  #started_ms = 0;

  prepare(): void {
    this.#started_ms = Date.now();
    this.#solution = call(createBotCheck).then(solveApart);
    // Reported when it is used.
    this.#solution.catch(() => undefined);
  }

  async solve(): Promise<string> {
    // Browsers compute the proof of work on secure pages only.
    if (crypto.subtle === undefined) {
      throw Object.assign(new Error('The page is not secure'), { detail: messages().insecure });
    }
    if (this.#solution === undefined || Date.now() - this.#started_ms > FRESH_MS) this.prepare();
    const solution = this.#solution;
    this.#solution = undefined;
    return (await solution) ?? '';
  }
}

/** Returns a function that gives the solution of a bot check for one request. The work begins when the form opens. */
export function useBotCheck(): () => Promise<string> {
  const [supply] = useState(() => new BotCheckSupply());
  useEffect(() => supply.prepare(), [supply]);
  return () => supply.solve();
}
