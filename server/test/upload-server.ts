/** A server with routes that take files, and what it stored. */
import Fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { needs } from '@dasbor/contract/access';
import { localized } from '@dasbor/contract/language';
import { type Route, route } from '@dasbor/contract/route';
import { MEGABYTE, type UploadType } from '@dasbor/contract/upload';
import { newId } from '../src/db/new-id.ts';
import { asMerchant } from '../src/db/tx.ts';
import type { Deps } from '../src/deps.ts';
import { createLimits } from '../src/http/limits.ts';
import type { Principal } from '../src/http/principal.ts';
import { Problem, sendProblem } from '../src/http/problem.ts';
import { registerRoutes } from '../src/http/serve.ts';
import type { UploadedFile } from '../src/http/upload.ts';
import { KOPI_NUSANTARA } from '../src/sandbox/people.ts';
import { retainFile } from '../src/storage/queries.ts';
import { createUploads } from '../src/upload/accept.ts';

const { merchant_id } = KOPI_NUSANTARA;
/** The largest file that the routes take. */
export const LIMIT_BYTES = 2 * MEGABYTE;
const output = z.object({ file: z.unknown(), body: z.unknown() });
const common = { method: 'POST', summary: 'Test', access: needs('Transactions', 'manage'), output } as const;
const body = z.strictObject({ title: z.string().max(20), keep: z.enum(['yes', 'no', 'fail']).optional() });
const buildRoute = (name: string, types: readonly UploadType[], more: Partial<Route> = {}) =>
  route({ ...common, name, path: `/${name}`, upload: { field: 'file', max_bytes: LIMIT_BYTES, types }, ...more });
const document = buildRoute('document', ['png', 'jpeg', 'pdf'], { body });
const picture = buildRoute('picture', ['png', 'jpeg']);
const table = buildRoute('table', ['csv', 'xlsx']);
const found = buildRoute('found', ['pdf'], { path: '/found/{id}', params: z.object({ id: z.string() }) });

export interface UploadAnswer {
  file: UploadedFile;
  body: unknown;
  code: string;
  detail: string;
  errors: { field: string; detail: string }[];
}

/** The key `key` may send files. */
export async function startUploadServer(deps: Deps): Promise<FastifyInstance> {
  const server = Fastify({ genReqId: () => newId('request', deps.clock.now()), bodyLimit: MEGABYTE });
  server.decorateRequest('principal', null);
  server.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));
  const access = [{ group: 'Transactions' as const, access: 'manage' as const }];
  const principal: Principal = { type: 'api_key', id: 'key_1', name: 'Key', merchant_id, owner_id: 'usr_1', access };
  const handle = async ({ file, body: fields }: { file: UploadedFile; body: z.infer<typeof body> | undefined }) => {
    if (fields?.keep === 'fail') throw new Problem(409, 'too_late', localized('Too late.', 'Terlambat.'));
    if (fields?.keep === 'yes') await asMerchant(deps.db, merchant_id, (tx) => retainFile(tx, file.id));
    return { file, body: fields };
  };
  const find = async ({ params }: { params: { id: string } }) => (params.id === 'yes' ? {} : null);
  registerRoutes(server, {
    deps,
    authenticate: async (request) => (request.headers.authorization === 'key' ? principal : null),
    routes: [document, picture, table, found],
    handlers: { document: handle, picture: handle, table: handle, found: { find, handle } },
    limits: { ...createLimits(), countPrincipal: () => undefined, countAnonymous: () => undefined },
    accept_upload: createUploads(),
    watch_access: () => () => undefined,
  });
  await server.ready();
  return server;
}

/** The stored files of the merchant. */
export const countFiles = (deps: Deps): Promise<number> =>
  asMerchant(deps.db, merchant_id, async (tx) => {
    const { n } = await tx.sql
      .selectFrom('stored_file')
      .select((eb) => eb.fn.countAll().as('n'))
      .where('merchant_id', '=', merchant_id)
      .executeTakeFirstOrThrow();
    return Number(n);
  });
