/** Changes of announcements by the provider's staff, each recorded in its transaction. */
import type * as contract from '@dasbor/contract/announcement';
import { type Localized, localized } from '@dasbor/contract/language';
import type { ProviderAction } from '@dasbor/contract/provider-actions';
import type { Body } from '@dasbor/contract/route';
import { findGroup } from '../account-group/queries.ts';
import { recordProviderEvent } from '../audit/provider-event-queries.ts';
import { enqueue } from '../db/enqueue.ts';
import { newId } from '../db/new-id.ts';
import { type PlatformTx, asPlatform } from '../db/tx.ts';
import { Problem, notFound } from '../http/problem.ts';
import type { RequestContext } from '../http/serve.ts';
import {
  type AnnouncementContent,
  type AnnouncementRow,
  countAddressed,
  deleteAnnouncementRow,
  insertAnnouncement,
  listExistingMerchants,
  lockAnnouncement,
  storeChosenMerchants,
  updateAnnouncementRow,
} from './queries.ts';
import { toAnnouncementStatus } from './rules.ts';

/** The job that notifies merchants when an announcement starts (jobs.ts). */
export const PUBLISH_JOB = 'publish_announcements';

type Context = Pick<RequestContext<typeof contract.getAnnouncement>, 'deps' | 'now' | 'principal' | 'request'>;
type OneContext = Context & { params: { id: string } };
type Input = Body<typeof contract.createAnnouncement>;

/** Returns the id of the draft. Throws 422 for a group or a merchant that does not exist. */
export async function createDraft(ctx: Context & { body: Input }): Promise<string> {
  const { deps, body, now, principal } = ctx;
  const id = newId('announcement', now);
  await asPlatform(deps.db, async (tx) => {
    await assertAudience(tx, body);
    await insertAnnouncement(tx, {
      id,
      ...toContent(body),
      status: 'draft',
      created_by: principal.id,
      created_by_name: principal.name,
      created_at: now,
      updated_at: now,
    });
    await storeChosenMerchants(tx, id, [...new Set(body.merchant_ids)]);
    await record(tx, ctx, 'announcement.created', { id, after: body });
  });
  return id;
}

/** Throws 409 `status_conflict`, and as createDraft. */
export const changeDraft = (ctx: OneContext & { body: Input }): Promise<void> =>
  asPlatform(ctx.deps.db, async (tx) => {
    const { id, ...before } = await lockDraft(tx, ctx.params.id);
    await assertAudience(tx, ctx.body);
    await updateAnnouncementRow(tx, id, toContent(ctx.body), ctx.now);
    await storeChosenMerchants(tx, id, [...new Set(ctx.body.merchant_ids)]);
    await record(tx, ctx, 'announcement.changed', { id, before, after: ctx.body });
  });

export const deleteDraft = (ctx: OneContext): Promise<void> =>
  asPlatform(ctx.deps.db, async (tx) => {
    const { id, ...before } = await lockDraft(tx, ctx.params.id);
    await storeChosenMerchants(tx, id, []);
    await deleteAnnouncementRow(tx, id);
    await record(tx, ctx, 'announcement.deleted', { id, before });
  });

/** Throws 422 for one whose end has passed or that addresses nobody. */
export const publishDraft = (ctx: OneContext): Promise<void> =>
  asPlatform(ctx.deps.db, async (tx) => {
    const { now } = ctx;
    const { id, ends_at } = await lockDraft(tx, ctx.params.id);
    if (Date.parse(ends_at) <= now.getTime()) throw isOver();
    const merchant_count = (await countAddressed(tx, [id], now)).get(id) ?? 0;
    if (merchant_count === 0) throw withoutMerchants();
    await updateAnnouncementRow(tx, id, { status: 'published', published_at: now.toISOString() }, now);
    await record(tx, ctx, 'announcement.published', { id, after: { merchant_count } });
    await enqueue(tx, PUBLISH_JOB, {}, { job_key: PUBLISH_JOB });
  });

/** Throws 409 `status_conflict` for a draft, and for one that has ended. */
export const endPublished = (ctx: OneContext): Promise<void> =>
  asPlatform(ctx.deps.db, async (tx) => {
    const found = await lockAnnouncement(tx, ctx.params.id);
    if (found === undefined) throw notFound();
    const status = toAnnouncementStatus(found, ctx.now);
    if (status !== 'active' && status !== 'scheduled') throw notPublished();
    await updateAnnouncementRow(tx, found.id, { ended_at: ctx.now.toISOString() }, ctx.now);
    await record(tx, ctx, 'announcement.ended', { id: found.id, before: { status, ends_at: found.ends_at } });
  });

async function lockDraft(tx: PlatformTx, id: string): Promise<AnnouncementRow> {
  const found = await lockAnnouncement(tx, id);
  if (found === undefined) throw notFound();
  if (found.status !== 'draft') throw notDraft();
  return found;
}

const toContent = ({ merchant_ids: _chosen, group_id, merchant_statuses, ...body }: Input): AnnouncementContent => ({
  ...body,
  audience_group_id: body.audience === 'group' ? (group_id ?? null) : null,
  audience_statuses: merchant_statuses,
});

async function assertAudience(tx: PlatformTx, { group_id, merchant_ids }: Input): Promise<void> {
  if (group_id !== undefined && (await findGroup(tx, group_id)) === undefined) {
    throw unknownReference(
      'group_id',
      'account_group_not_found',
      localized('Choose an existing group.', 'Pilih grup yang ada.'),
    );
  }
  const wanted = new Set(merchant_ids);
  if ((await listExistingMerchants(tx, [...wanted])).length < wanted.size) {
    const detail = localized('Choose existing merchants.', 'Pilih merchant yang ada.');
    throw unknownReference('merchant_ids', 'merchant_not_found', detail);
  }
}

const record = (
  tx: PlatformTx,
  ctx: Context,
  action: ProviderAction,
  { id, before, after }: { id: string; before?: unknown; after?: unknown },
): Promise<void> => recordProviderEvent(tx, ctx, { action, object_type: 'announcement', object_id: id, before, after });

const unknownReference = (field: string, code: string, detail: Localized) =>
  new Problem(422, code, detail, { errors: [{ field, detail }] });
const notDraft = () =>
  new Problem(
    409,
    'status_conflict',
    localized(
      'Only drafts can be changed. End the published announcement and create another one.',
      'Hanya draf yang dapat diubah. Akhiri pengumuman yang sudah terbit, lalu buat yang baru.',
    ),
  );
const notPublished = () =>
  new Problem(
    409,
    'status_conflict',
    localized(
      'This announcement is a draft or has already ended.',
      'Pengumuman ini masih berupa draf atau sudah berakhir.',
    ),
  );
const isOver = () =>
  new Problem(
    422,
    'announcement_is_over',
    localized(
      'The end of this announcement has passed. Choose a later end.',
      'Waktu selesai pengumuman ini sudah lewat. Pilih waktu selesai yang lebih lambat.',
    ),
  );
const withoutMerchants = () =>
  new Problem(
    422,
    'announcement_without_merchants',
    localized('No merchant belongs to this audience now.', 'Saat ini tidak ada merchant dalam sasaran ini.'),
  );
