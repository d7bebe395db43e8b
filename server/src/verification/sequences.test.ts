/**
 * Random sequences of decisions by both sides, against a model: states follow the table, values in force change only by an
 * approval, and nobody is activated without the required documents.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as profile from '@dasbor/contract/business-profile';
import type { BusinessProfile } from '@dasbor/contract/business-profile';
import type { VerificationStatus } from '@dasbor/contract/merchant-fields';
import { reactivateMerchant } from '@dasbor/contract/merchant';
import * as verification from '@dasbor/contract/verification';
import { VERIFICATION_TRANSITIONS, type VerificationAction, isLocked } from '@dasbor/contract/verification-status';
import { ADDRESS, INDIVIDUAL_BUSINESS, OWNER, createRegisteredMerchant, upload } from '../../test/merchant-fixture.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { planTransition } from './rules.ts';

let t: TestApp;
let officer: TestClient;
beforeAll(async () => {
  t = await startTestApp();
  officer = await t.signIn('platform_compliance@dasbor.example');
});
afterAll(() => t.close());

const DOCUMENTS = ['ktp', 'selfie'] as const;
type Document = (typeof DOCUMENTS)[number];
type Step =
  | { do: 'save'; brand: string }
  | { do: 'upload' | 'remove' | 'accept' | 'reject'; document: Document }
  | { do: 'transition'; action: VerificationAction }
  | { do: 'reactivate' }
  | { do: 'change'; decision: 'approve' | 'reject' | 'withdraw' };

/** What the outside must see. */
interface Model {
  verification: VerificationStatus;
  is_activated: boolean;
  /** The brand name in force, and the requested one. */
  brand: string;
  requested: string | null;
  documents: Record<Document, 'uploaded' | 'accepted' | 'rejected' | null>;
}

interface Run {
  client: TestClient;
  merchant_id: string;
  person_id: string;
  model: Model;
}

const DECIDABLE: readonly VerificationStatus[] = ['submitted', 'in_review', 'approved', 'under_re_review'];
const isComplete = ({ documents }: Model): boolean =>
  DOCUMENTS.every((each) => documents[each] === 'uploaded' || documents[each] === 'accepted');

/** The model after a step; null when the step must be refused. */
function predict(model: Model, step: Step): Model | null {
  const { verification: status, documents, is_activated, requested } = model;
  switch (step.do) {
    case 'save': {
      if (isLocked(status)) return null;
      if (!is_activated) return { ...model, brand: step.brand };
      return { ...model, requested: step.brand === model.brand ? null : step.brand };
    }
    case 'upload':
      return isLocked(status) ? null : { ...model, documents: { ...documents, [step.document]: 'uploaded' } };
    case 'remove': {
      const is_open = documents[step.document] !== null && documents[step.document] !== 'accepted';
      // An approved profile keeps the documents that its approval needs.
      return isLocked(status) || !is_open || status === 'approved'
        ? null
        : { ...model, documents: { ...documents, [step.document]: null } };
    }
    case 'accept':
    case 'reject': {
      if (documents[step.document] === null || !DECIDABLE.includes(status)) return null;
      const decided = { ...documents, [step.document]: step.do === 'accept' ? 'accepted' : 'rejected' } as const;
      // An approved merchant is asked for another document.
      const is_asked = status === 'approved' && step.do === 'reject';
      const verification = status === 'submitted' ? 'in_review' : is_asked ? 'under_re_review' : status;
      return { ...model, documents: decided, verification };
    }
    case 'change':
      if (requested === null) return null;
      if (step.decision !== 'approve') return { ...model, requested: null };
      // An approved change shows again what is missing.
      return {
        ...model,
        brand: requested,
        requested: null,
        verification: status === 'approved' && !isComplete(model) ? 'under_re_review' : status,
      };
    // Only a rejection suspends here, and it is final.
    case 'reactivate':
      return null;
    case 'transition': {
      const reached = planTransition(status, step.action)?.at(-1);
      if (reached === undefined) return null;
      if (['submit', 'approve'].includes(step.action) && !isComplete(model)) return null;
      if (step.action !== 'approve') return { ...model, verification: reached };
      const accepted = { ktp: 'accepted', selfie: 'accepted' } as const;
      return { ...model, verification: reached, is_activated: true, documents: accepted };
    }
  }
}

async function perform({ client, merchant_id, person_id }: Run, step: Step, before: BusinessProfile) {
  const params = { merchant_id };
  const body = { reason: 'A reason' };
  const id = 'document' in step ? before.documents.find((each) => each.document_type === step.document)?.id : undefined;
  switch (step.do) {
    case 'save':
      return client.call(profile.saveBusinessSection, { body: { ...INDIVIDUAL_BUSINESS, brand_name: step.brand } });
    case 'upload':
      return upload(t, client, { document_type: step.document, person_id });
    case 'remove':
      return id === undefined ? null : client.call(profile.removeMerchantDocument, { params: { id } });
    case 'accept':
      return id === undefined
        ? null
        : officer.call(verification.acceptMerchantDocument, { params: { merchant_id, id } });
    case 'reject': {
      if (id === undefined) return null;
      const rejection = { reason: 'blurry' } as const;
      return officer.call(verification.rejectMerchantDocument, { params: { merchant_id, id }, body: rejection });
    }
    case 'change': {
      if (step.decision === 'withdraw') return client.call(profile.withdrawProfileChange);
      if (before.change === null) return null;
      const change = { merchant_id, id: before.change.id };
      return step.decision === 'approve'
        ? officer.call(verification.approveProfileChange, { params: change })
        : officer.call(verification.rejectProfileChange, { params: change, body });
    }
    case 'reactivate':
      return officer.call(reactivateMerchant, { params, body: {} });
    case 'transition':
      if (step.action === 'submit') return client.call(profile.submitBusinessProfile);
      if (step.action === 'approve') return officer.call(verification.approveMerchant, { params, body: {} });
      if (step.action === 'start_review') return officer.call(verification.startVerificationReview, { params });
      if (step.action === 're_review') return officer.call(verification.startReReview, { params, body });
      if (step.action === 'reject') return officer.call(verification.rejectMerchant, { params, body });
      return officer.call(verification.requestRevision, { params, body });
  }
}

const observe = ({ verification_status, activated_at, fields, change, documents }: BusinessProfile): Model => {
  const find = (type: Document) => documents.find((each) => each.document_type === type)?.status ?? null;
  return {
    verification: verification_status,
    is_activated: activated_at !== null,
    brand: fields.brand_name ?? '',
    requested: change?.status === 'pending' ? String(change.after['brand_name']) : null,
    documents: { ktp: find('ktp'), selfie: find('selfie') },
  };
};

async function start(): Promise<{ run: Run; shown: BusinessProfile }> {
  const { client, merchant_id } = await createRegisteredMerchant(t);
  await client.ok(profile.saveBusinessSection, { body: INDIVIDUAL_BUSINESS });
  await client.ok(profile.saveAddressSection, { body: ADDRESS });
  const { data } = await client.ok(profile.addMerchantPerson, { body: OWNER });
  const person_id = data.people[0]!.id;
  for (const document_type of DOCUMENTS) await upload(t, client, { document_type, person_id });
  const shown = (await client.ok(profile.getBusinessProfile)).data;
  return { run: { client, merchant_id, person_id, model: observe(shown) }, shown };
}

/** Every step of the timeline is a transition of the table. */
function assertLegal({ events }: BusinessProfile): void {
  for (const { kind, from_status, to_status } of events) {
    if (kind !== 'verification') continue;
    const next = Object.values(VERIFICATION_TRANSITIONS[from_status as VerificationStatus]);
    expect(next, `${from_status} to ${to_status}`).toContain(to_status);
  }
}

const document = fc.constantFrom(...DOCUMENTS);
const act = (action: VerificationAction): fc.Arbitrary<Step> => fc.constant({ do: 'transition', action });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('save' as const), brand: fc.constantFrom('Toko A', 'Toko B') }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('upload' as const), document }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), document }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('accept' as const, 'reject' as const), document }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      decision: fc.constantFrom('approve' as const, 'reject' as const, 'withdraw' as const),
    }),
  },
  { weight: 5, arbitrary: act('submit') },
  { weight: 5, arbitrary: act('approve') },
  { weight: 2, arbitrary: fc.oneof(act('start_review'), act('request_revision'), act('re_review')) },
  { weight: 1, arbitrary: act('reject') },
  { weight: 1, arbitrary: fc.constant({ do: 'reactivate' as const }) },
);

test('any sequence of steps does what the model says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (steps) => {
      const { run, shown: first } = await start();
      let shown = first;
      for (const [index, each] of steps.entries()) {
        const where = `${index}: ${JSON.stringify(each)} in ${JSON.stringify(run.model)}`;
        const expected = predict(run.model, each);
        const answer = await perform(run, each, shown);
        expect(answer !== null && answer.statusCode < 300, where).toBe(expected !== null);
        shown = (await run.client.ok(profile.getBusinessProfile)).data;
        expect(observe(shown), where).toEqual(expected ?? run.model);
        run.model = observe(shown);
        expect(shown.status === 'active', where).toBe(run.model.is_activated && run.model.verification !== 'rejected');
      }
      assertLegal(shown);
    }),
    { numRuns: 10 },
  );
});
