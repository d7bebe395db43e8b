/** Regions of Indonesia, for addresses. */
import type * as contract from '@dasbor/contract/region';
import type { Handlers } from '../http/serve.ts';
import { listRegionsIn } from './regions.ts';

export const regionHandlers: Handlers<typeof contract> = {
  listRegions: ({ query }) => Promise.resolve({ data: listRegionsIn(query.parent ?? null) }),
};
