/** The API log: requests that were sent with API keys. */
import { type Access, needs } from '@dasbor/contract/access';
import type * as api_log from '@dasbor/contract/api-log';
import type { ApiRequest } from '@dasbor/contract/api-log';
import { idSchema } from '@dasbor/contract/id';
import { ROUTES } from '@dasbor/contract/routes';
import { MERCHANT_SNAP_CALLS } from '@dasbor/contract/snap-merchant';
import { z } from 'zod';
import { decodeCursor } from '../http/cursor.ts';
import { buildPage } from '../http/keyset-page.ts';
import { type Principal, isAllowed, isMasked } from '../http/principal.ts';
import { notFound } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import { findRequestRow, listRequestRows } from './log-queries.ts';
import { parseResponse } from './log-rules.ts';

const cursorShape = z.tuple([idSchema('request')]);

export const apiLogHandlers: Handlers<typeof api_log> = {
  listApiRequests: async ({ tx, query }) => {
    const after_id = query.cursor === undefined ? null : decodeCursor(query.cursor, cursorShape)[0];
    const rows = await tx((each) => listRequestRows(each, query, after_id));
    return buildPage(rows.map(toRequest), query.limit, ({ id }) => [id]);
  },

  getApiRequest: async ({ tx, params, principal }) => {
    const row = await tx((each) => findRequestRow(each, params.id));
    if (row === undefined) throw notFound();
    const { route, request_body, response_body, ...rest } = row;
    const is_hidden = !mayReadBodies(principal, route);
    return {
      data: {
        ...rest,
        ...toRequest(row),
        request_body: is_hidden ? null : parseStored(request_body),
        response_body: is_hidden ? null : parseStored(response_body),
        is_hidden,
      },
    };
  },
};

const routes_by_name = new Map(ROUTES.map((route) => [route.name, route]));

/** SNAP BI services, by the name of their endpoint. */
const snap_access: Record<string, Access> = Object.fromEntries(
  Object.entries(MERCHANT_SNAP_CALLS).map(([call, { group }]) => [`snap_${call}`, needs(group, 'view')]),
);

/** A body shows what its route shows: it needs the view of the same group. Routes that are gone are hidden. */
function mayReadBodies(principal: Principal, route_name: string): boolean {
  const access = routes_by_name.get(route_name)?.access ?? snap_access[route_name];
  if (access === undefined || isMasked(principal)) return false;
  if (typeof access === 'string') return access !== 'signed-in';
  const { users_only: _, ...needed } = access;
  return isAllowed({ ...needed, level: 'view' }, principal);
}

/** A body that was stored damaged is not shown; the rest of its request is. */
const parseStored = (text: string | null): unknown => (text === null ? null : parseResponse(text));

/** The contract's methods are all that routes have. */
const toRequest = ({ method, ...row }: Omit<ApiRequest, 'method'> & { method: string }): ApiRequest => ({
  ...row,
  method: method as ApiRequest['method'],
});
