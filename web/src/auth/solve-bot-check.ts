/** Solves a challenge of the bot check; runs in a worker where the browser has workers. */
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

/** The value of `bot_check`: base64 of the challenge and its solution. */
export async function solveBotCheck(challenge: unknown): Promise<string> {
  const solution = await solveChallenge({ challenge: challenge as Challenge, deriveKey });
  if (solution === null) throw new Error('The bot check took too long.');
  return btoa(JSON.stringify({ challenge, solution }));
}
