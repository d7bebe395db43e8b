/** Reads and validates the content of a request: its query, and its body as JSON, a form, or a form with a file. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Language, parseLanguage } from '@dasbor/contract/language';
import type { Route } from '@dasbor/contract/route';
import { convertFields, isForm } from './form.ts';
import { assertNoReversedRange, parseInput } from './input.ts';
import { assertNestingDepth } from './limits.ts';
import type { RequestContext } from './serve.ts';
import type { AcceptUpload, UploadedFile } from './upload.ts';

const readLanguage = ({ headers }: FastifyRequest): Language => parseLanguage(headers['accept-language']);

export function parseQuery(schema: z.ZodType, request: FastifyRequest, errors: Route['errors'] = {}): unknown {
  const query = parseInput(schema, request.query, readLanguage(request));
  // These routes check their period themselves, because its parts have defaults.
  if ('range_reversed' in errors) return query;
  // Days as they were sent, too: the end of a day is the start of the next one.
  assertNoReversedRange(request.query);
  assertNoReversedRange(query);
  return query;
}

interface Content {
  body: unknown;
  /** The stored file, on routes with an upload, and how to delete it. */
  file?: UploadedFile;
  discard?: () => Promise<void>;
}

/** The validated body; on routes with an upload, the file is inspected and stored after the body was found valid. */
export async function readContent(
  route: Route,
  ctx: RequestContext<Route>,
  accept_upload: AcceptUpload | undefined,
): Promise<Content> {
  const { deps, request } = ctx;
  const { upload } = route;
  if (upload === undefined) return { body: parseBody(route, request) };
  if (accept_upload === undefined) throw new Error(`${route.name}: this server accepts no uploads`);
  const parseFields = (fields: unknown): unknown => parseForm(route.body ?? NO_FIELDS, fields, readLanguage(request));
  return accept_upload({
    deps,
    request,
    upload,
    merchant_id: upload.is_transient === true ? ctx.principal.id : ctx.merchant_id,
    parseFields,
  });
}

const NO_FIELDS = z.strictObject({});

function parseBody(route: Route, request: FastifyRequest): unknown {
  assertNestingDepth(request.body);
  if (route.body === undefined) return undefined;
  const language = readLanguage(request);
  return isForm(request)
    ? parseForm(route.body, request.body, language)
    : parseInput(route.body, request.body, language);
}

function parseForm(schema: z.ZodType, form: unknown, language: Language): unknown {
  const fields = convertFields(schema, form);
  assertNestingDepth(fields);
  return parseInput(schema, fields, language);
}

/** Waits for a handler; deletes the stored file of its request when it fails. */
export async function discardOnError<Result>(running: Promise<Result>, discard: () => Promise<void>): Promise<Result> {
  try {
    return await running;
  } catch (error) {
    await discard();
    throw error;
  }
}
