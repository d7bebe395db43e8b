/** The challenge of public forms. */
import type * as bot_check from '@dasbor/contract/bot-check';
import type { Handlers } from '../http/serve.ts';
import { createBotCheckChallenge } from './bot-check.ts';

export const botCheckHandlers: Handlers<typeof bot_check> = {
  createBotCheck: ({ deps }) => createBotCheckChallenge(deps),
};
