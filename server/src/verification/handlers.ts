/** The business profile, as the merchant keeps it. */
import type * as contract from '@dasbor/contract/business-profile';
import type { ProfileSectionName } from '@dasbor/contract/business-profile-fields';
import type { Route } from '@dasbor/contract/route';
import type { MerchantTx } from '../db/tx.ts';
import type { Handlers, RequestContext } from '../http/serve.ts';
import { removeDocument, storeDocument, streamDocument } from './documents.ts';
import { addPerson, changePerson, removePerson } from './people.ts';
import { findPerson } from './people-queries.ts';
import { buildProfile } from './profile-view.ts';
import type { ProfileValues } from '../db/column-types.ts';
import { saveSection, withdrawChange } from './sections.ts';
import { submitProfile } from './submit.ts';

/** Applies a change and returns the profile, in one transaction. */
const change = <R extends Route>(ctx: RequestContext<R>, apply: (tx: MerchantTx) => Promise<void>) =>
  ctx.tx(async (tx) => {
    await apply(tx);
    return { data: await buildProfile(tx, ctx.now, ctx.language) };
  });

const save = <R extends Route>(ctx: RequestContext<R>, section: ProfileSectionName, values: ProfileValues) =>
  change(ctx, (tx) => saveSection(ctx, tx, section, values));

export const businessProfileHandlers: Handlers<typeof contract> = {
  getBusinessProfile: (ctx) => change(ctx, () => Promise.resolve()),

  saveBusinessSection: (ctx) => save(ctx, 'business', ctx.body),
  saveAddressSection: (ctx) => save(ctx, 'address', ctx.body),
  saveLegalSection: (ctx) => save(ctx, 'legal', ctx.body),
  withdrawProfileChange: (ctx) => change(ctx, (tx) => withdrawChange(ctx, tx)),

  addMerchantPerson: (ctx) => change(ctx, (tx) => addPerson(ctx, tx, ctx.body)),
  updateMerchantPerson: {
    find: async ({ tx, params }) => (await tx((each) => findPerson(each, params.id))) ?? null,
    handle: (ctx) => change(ctx, (tx) => changePerson(ctx, tx, ctx.params.id, ctx.body)),
  },
  removeMerchantPerson: (ctx) => change(ctx, (tx) => removePerson(ctx, tx, ctx.params.id)),

  uploadMerchantDocument: (ctx) => change(ctx, (tx) => storeDocument(ctx, tx)),
  removeMerchantDocument: (ctx) => change(ctx, (tx) => removeDocument(ctx, tx, ctx.params.id)),
  downloadMerchantDocument: (ctx) => streamDocument(ctx, ctx.merchant_id, ctx.params.id),

  submitBusinessProfile: (ctx) => change(ctx, (tx) => submitProfile(ctx, tx)),
};
