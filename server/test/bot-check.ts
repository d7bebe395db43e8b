/** Solutions of the bot check: real ones with little work. */
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { type BotCheckChallenge, createBotCheckChallenge } from '../src/auth/bot-check.ts';
import type { Deps } from '../src/deps.ts';

/** Solves a challenge as a browser does; returns the value of `bot_check`. */
export async function solveBotCheck(challenge: BotCheckChallenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** A solved challenge of little work. */
export const createSolvedBotCheck = async (deps: Deps): Promise<string> =>
  solveBotCheck(await createBotCheckChallenge(deps, 1));
