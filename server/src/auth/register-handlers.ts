/** Registration of merchants. */
import type * as contract from '@dasbor/contract/register';
import { assertBotCheck } from './bot-check.ts';
import type { Handlers } from '../http/serve.ts';
import { storeRegistration } from './register.ts';

export const registerHandlers: Handlers<typeof contract> = {
  register: async ({ deps, body, request, language, now }) => {
    const { bot_check, accepts_terms: _, ...given } = body;
    await assertBotCheck(deps, bot_check);
    await storeRegistration(deps, given, { ip: request.ip, language, now });
    return {};
  },
};
