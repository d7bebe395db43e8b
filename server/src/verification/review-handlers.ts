/** Verification of merchants by the provider. */
import { MCC_BY_INDUSTRY } from '@dasbor/contract/industry';
import type { Language } from '@dasbor/contract/language';
import type { Route } from '@dasbor/contract/route';
import type * as contract from '@dasbor/contract/verification';
import type { VerificationReview } from '@dasbor/contract/verification';
import { recordAudit } from '../audit/record.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import { notFound } from '../http/problem.ts';
import type { Handlers, RequestContext } from '../http/serve.ts';
import { getLockedProfile } from './change-context.ts';
import { approveProfile, decideChange, reserveNmid, reviewDocument } from './decide.ts';
import { findDocument, listFormerDocuments } from './document-queries.ts';
import { streamDocument } from './documents.ts';
import { replacePeople } from './people.ts';
import { buildNikContext, findPerson } from './people-queries.ts';
import { buildProfile, toDocument } from './profile-view.ts';
import { findChange, findProfile } from './queries.ts';
import { listBankAccounts } from './review-queries.ts';
import { isNameMatching } from './rules.ts';
import { type TransitionInput, applyTransition } from './transition.ts';

/** `id`: an object of the merchant. */
interface Target {
  params: { merchant_id: string; id?: string };
}

/** Applies a decision on the merchant of the path and returns its review, in one transaction. */
const review = <R extends Route>(
  ctx: RequestContext<R> & Target,
  apply: (tx: MerchantTx) => Promise<void>,
): Promise<{ data: VerificationReview }> =>
  asMerchant(ctx.deps.db, ctx.params.merchant_id, async (tx) => {
    await apply(tx);
    return { data: await buildReview(tx, ctx.now, ctx.language) };
  });

const transition = <R extends Route>(ctx: RequestContext<R> & Target, input: TransitionInput) =>
  review(ctx, async (tx) => applyTransition(ctx, tx, await getLockedProfile(tx), input));

/** Whether the object of the path exists; the merchant itself by default. */
const find =
  (read: (tx: MerchantTx, id: string) => Promise<unknown> = (tx) => findProfile(tx)) =>
  async (ctx: Pick<RequestContext<Route>, 'deps'> & Target): Promise<true | null> => {
    const found = await asMerchant(ctx.deps.db, ctx.params.merchant_id, (tx) => read(tx, ctx.params.id ?? ''));
    return found === undefined ? null : true;
  };

export const verificationHandlers: Handlers<typeof contract> = {
  getVerification: (ctx) => review(ctx, () => Promise.resolve()),

  startVerificationReview: (ctx) => transition(ctx, { action: 'start_review' }),
  requestRevision: {
    find: find(),
    handle: (ctx) => transition(ctx, { action: 'request_revision', reason: ctx.body.reason }),
  },
  approveMerchant: {
    find: find(),
    handle: async (ctx) => {
      const nmid = await reserveNmid(ctx.deps, ctx.params.merchant_id, ctx.body.nmid);
      return review(ctx, (tx) => approveProfile(ctx, tx, { ...ctx.body, nmid }));
    },
  },
  rejectMerchant: {
    find: find(),
    handle: (ctx) => transition(ctx, { action: 'reject', reason: ctx.body.reason }),
  },
  startReReview: {
    find: find(),
    handle: (ctx) => transition(ctx, { action: 're_review', reason: ctx.body.reason }),
  },

  viewMerchantDocument: (ctx) => streamDocument(ctx, ctx.params.merchant_id, ctx.params.id),
  acceptMerchantDocument: (ctx) => review(ctx, (tx) => reviewDocument(ctx, tx, ctx.params.id, null)),
  rejectMerchantDocument: {
    find: find(findDocument),
    handle: (ctx) => review(ctx, (tx) => reviewDocument(ctx, tx, ctx.params.id, ctx.body)),
  },

  viewPersonNik: (ctx) =>
    asMerchant(ctx.deps.db, ctx.params.merchant_id, async (tx) => {
      const person = await findPerson(tx, ctx.params.id);
      if (person === undefined) throw notFound();
      await recordAudit(ctx, tx, {
        action: 'merchant_person.nik_viewed',
        object_type: 'merchant_person',
        object_id: person.id,
      });
      const { nik_sealed } = person;
      const nik = nik_sealed && ctx.deps.vault.open(buildNikContext(tx.merchant_id, person.id), nik_sealed);
      return { data: { nik } };
    }),

  saveMerchantPeople: {
    find: find(),
    handle: (ctx) => review(ctx, (tx) => replacePeople(ctx, tx, ctx.body.people)),
  },

  approveProfileChange: (ctx) => review(ctx, (tx) => decideChange(ctx, tx, ctx.params.id, null)),
  rejectProfileChange: {
    find: find(findChange),
    handle: (ctx) => review(ctx, (tx) => decideChange(ctx, tx, ctx.params.id, ctx.body.reason)),
  },
};

async function buildReview(tx: MerchantTx, now: Date, language: Language): Promise<VerificationReview> {
  const profile = await buildProfile(tx, now, language);
  const merchant = await findProfile(tx);
  if (merchant === undefined) throw notFound();
  const { code, mcc, nmid, qris_criteria, risk_level, brand_name, legal_name, industry } = merchant;
  const names = [brand_name, legal_name, ...profile.people.map(({ name }) => name)];
  const accounts = await listBankAccounts(tx);
  return {
    ...profile,
    merchant_id: tx.merchant_id,
    code,
    mcc,
    suggested_mcc: industry === null ? null : MCC_BY_INDUSTRY[industry],
    nmid,
    qris_criteria,
    risk_level,
    former_documents: (await listFormerDocuments(tx)).map(toDocument),
    bank_accounts: accounts.map(({ approved_at, ...account }) => ({
      ...account,
      is_approved: approved_at !== null,
      is_name_matching: isNameMatching(account.holder_name, names),
    })),
  };
}
