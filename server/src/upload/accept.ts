/**
 * Files of strangers, from the request to the store: read within their limit, validate the form, recognise the type by
 * content, scan for viruses, check or encode again, store privately (decision 0067).
 */
import { createHash } from 'node:crypto';
import * as duration from '@dasbor/contract/duration';
import { type Upload, type UploadType, UPLOAD_TYPE_TERMS } from '@dasbor/contract/upload';
import type { Deps } from '../deps.ts';
import type { AcceptUpload, UploadedFile } from '../http/upload.ts';
import { deleteStoredFile, storeFile } from '../storage/stored-file.ts';
import { type InspectedFile, inspectFile } from './inspect.ts';
import {
  RefusedFileError,
  UNSAFE_REASONS,
  scannerUnavailable,
  toUploadProblem,
  tooManyUploads,
  unsafeFile,
} from './problems.ts';
import { type ReceivedForm, readForm } from './read-form.ts';
import { scanForViruses } from './scan.ts';
import { createSlots } from './slots.ts';

/** Memory of received files: eight of at most 5 MB. */
const RECEIVING = { max: 8, max_per_key: 3, waiting_max: 50, wait_ms: duration.seconds(10) };
/** A decoded image takes up to 160 MB, so few are decoded at the same time. */
const INSPECTING = { max: 1, max_per_key: 1, waiting_max: 50, wait_ms: duration.seconds(30) };
/** A file that no handler kept is deleted after this time. */
const UNKEPT_FOR_MS = duration.days(1);

/** One per server: the limits apply to all routes together. */
export function createUploads(): AcceptUpload {
  const receiving = createSlots({ ...RECEIVING, refuse: tooManyUploads });
  const inspecting = createSlots({ ...INSPECTING, refuse: tooManyUploads });
  return ({ deps, request, upload, merchant_id, parseFields }) =>
    receiving.run(merchant_id, async () => {
      const form = await readForm(request, upload);
      const body = parseFields(form.fields);
      const inspected = await inspecting.run('', () => inspect(deps, form, upload));
      if (upload.is_transient === true)
        return { body, file: toTransientFile(form, inspected), discard: async () => undefined };
      const file = await store(deps, merchant_id, form, inspected);
      // A file that cannot be deleted now is deleted with the unkept ones.
      const discard = () => deleteStoredFile(deps.db, merchant_id, file.id).catch(() => undefined);
      return { body, file, discard };
    });
}

/** The scanner sees the file as it was sent. Without a verdict no file is accepted. */
async function inspect(
  { env, log }: Pick<Deps, 'env' | 'log'>,
  form: ReceivedForm,
  upload: Upload,
): Promise<InspectedFile> {
  try {
    const inspected = await inspectFile(form, upload);
    if (env.CLAMD_ADDRESS === undefined) return inspected;
    const virus = await scanForViruses(env.CLAMD_ADDRESS, form.bytes).catch((error: unknown) => {
      log.error({ err: error }, 'virus scanner not available');
      throw scannerUnavailable();
    });
    if (virus === null) return inspected;
    log.warn({ virus }, 'upload refused by the virus scanner');
    throw unsafeFile(UNSAFE_REASONS.virus);
  } catch (error) {
    throw error instanceof RefusedFileError ? toUploadProblem(error, upload.field) : error;
  }
}

const toSha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** A file without an id, which only lives as long as its request. */
function toTransientFile(form: ReceivedForm, { type, bytes, ...size_px }: InspectedFile): UploadedFile {
  const sha256 = toSha256(bytes);
  const { content_type } = UPLOAD_TYPE_TERMS[type];
  const name = toSafeName(form.name, type);
  return {
    id: '',
    name,
    type,
    content_type,
    size_bytes: bytes.length,
    sha256,
    sent_sha256: sha256,
    content: bytes,
    ...size_px,
  };
}

async function store(
  deps: Deps,
  merchant_id: string,
  form: ReceivedForm,
  { type, bytes, ...size_px }: InspectedFile,
): Promise<UploadedFile> {
  const name = toSafeName(form.name, type);
  const { content_type } = UPLOAD_TYPE_TERMS[type];
  const expires_at = new Date(deps.clock.now().getTime() + UNKEPT_FOR_MS);
  const { id, size_bytes, sha256 } = await storeFile(deps, merchant_id, { name, content_type, expires_at }, [bytes]);
  const sent_sha256 = toSha256(form.bytes);
  return { id, name, type, content_type, size_bytes, sha256, sent_sha256, ...size_px };
}

const NAME_MAX_CHARACTERS = 120;

/** The last part of the sender's name in the characters that stored files allow, with the extension of the type. */
export function toSafeName(name: string, type: UploadType): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const stem = last
    .replace(/\.[^.]*$/, '')
    // Browsers write quotes and line breaks of names in this way.
    .replaceAll(/%(?:22|0[ad])/gi, '_')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^\w.,()+ -]/g, '_')
    .replace(/^[. ]+/, '')
    .slice(0, NAME_MAX_CHARACTERS)
    .trim();
  return `${stem === '' ? 'file' : stem}${UPLOAD_TYPE_TERMS[type].extensions[0]}`;
}
