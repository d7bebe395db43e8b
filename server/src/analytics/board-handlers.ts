/** Analytics boards of users, on the dashboard of merchants and over many merchants. */
import type * as contract from '@dasbor/contract/analytics-board';
import type { Handlers } from '../http/serve.ts';
import { changeBoard, createBoard, removeBoard } from './board.ts';
import { type BoardOwner, asBoardOwner, findBoard, listBoards } from './board-queries.ts';

interface User {
  id: string;
}
const ofMerchant = ({ id }: User): BoardOwner<'merchant'> => ({ user_id: id, scope: 'merchant' });
const ofProvider = ({ id }: User): BoardOwner<'provider'> => ({ user_id: id, scope: 'provider' });

export const analyticsBoardHandlers: Handlers<typeof contract> = {
  listAnalyticsBoards: async ({ principal, deps }) => ({
    data: await asBoardOwner(deps.db, ofMerchant(principal), listBoards),
  }),
  createAnalyticsBoard: async ({ body, principal, deps, now }) => ({
    data: await createBoard(deps.db, ofMerchant(principal), body, now),
  }),
  updateAnalyticsBoard: {
    find: ({ principal, deps, params }) =>
      asBoardOwner(deps.db, ofMerchant(principal), (tx) => findBoard(tx, params.id)),
    handle: async ({ body, principal, deps, now, params }) => ({
      data: await changeBoard(deps.db, ofMerchant(principal), { ...body, id: params.id }, now),
    }),
  },
  deleteAnalyticsBoard: async ({ principal, deps, params }) => {
    await removeBoard(deps.db, ofMerchant(principal), params.id);
    return undefined;
  },

  listProviderAnalyticsBoards: async ({ principal, deps }) => ({
    data: await asBoardOwner(deps.db, ofProvider(principal), listBoards),
  }),
  createProviderAnalyticsBoard: async ({ body, principal, deps, now }) => ({
    data: await createBoard(deps.db, ofProvider(principal), body, now),
  }),
  updateProviderAnalyticsBoard: {
    find: ({ principal, deps, params }) =>
      asBoardOwner(deps.db, ofProvider(principal), (tx) => findBoard(tx, params.id)),
    handle: async ({ body, principal, deps, now, params }) => ({
      data: await changeBoard(deps.db, ofProvider(principal), { ...body, id: params.id }, now),
    }),
  },
  deleteProviderAnalyticsBoard: async ({ principal, deps, params }) => {
    await removeBoard(deps.db, ofProvider(principal), params.id);
    return undefined;
  },
};
