/** Health of the channels to banks. */
import type * as contract from '@dasbor/contract/channel-health';
import { asPlatform } from '../db/tx.ts';
import type { Handlers } from '../http/serve.ts';
import { listCurrentOutageRows } from '../outage/queries.ts';
import { listCircuits } from '../rails/circuit-queries.ts';
import { findCountedTo, listCredentialNames, listCalls, listWaitingObjects } from './channel-queries.ts';
import { buildBanks, buildWindows, calculateTail, listPartners } from './channel-rules.ts';

export const channelHealthHandlers: Handlers<typeof contract> = {
  getChannelHealth: async ({ deps, now }) => {
    const windows = buildWindows(now);
    return asPlatform(deps.db, async (tx) => {
      const { tail_from, missing_from } = calculateTail(await findCountedTo(tx), now);
      const calls = await listCalls(tx, { ...windows, tail_from });
      const circuits = await listCircuits(tx);
      const names = await listCredentialNames(tx, listPartners({ calls, circuits }));
      const credentials = new Map(names.map(({ id, credential }) => [id, credential]));
      const waiting = await listWaitingObjects(tx, now);
      const outages = await listCurrentOutageRows(tx, now);
      return {
        data: {
          banks: buildBanks({ calls, circuits, waiting, outages, credentials, now }),
          recent_from: windows.recent_from.toISOString(),
          day_from: windows.day_from.toISOString(),
          as_of: now.toISOString(),
          missing_from: missing_from?.toISOString() ?? null,
        },
      };
    });
  },
};
