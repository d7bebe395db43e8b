/** Random steps of the model of approvals. */
import { fc } from '@fast-check/vitest';
import { MODEL_KIND_NAMES, MODEL_PERSONS, type ModelKindName, type ModelPerson } from './approval-model.ts';

/** A person, one of those who may approve the kind, or a generation of the merchant's API key. */
export type ModelActor = ModelPerson | { approver: number } | { generation: number };
export interface ModelTier {
  required: number;
  roles: string[];
  people: ModelPerson[];
}

export type ModelStep =
  | { do: 'policy'; kind: ModelKindName; tiers: ModelTier[]; daily_limit: number | null }
  | { do: 'roll'; by: number }
  | {
      do: 'request';
      /** One of the kinds of the run. */
      kind: number;
      by: number;
      generation: number | null;
      is_large: boolean;
      /** Of a subject whose request was not approved, if there is one. */
      is_again: boolean;
      /** Two at once, where a limit per day applies. */
      is_double: boolean;
    }
  | { do: 'next_day' }
  | { do: 'decide'; at: number; approve: ModelActor[]; reject: ModelActor | null; is_through_subject: boolean }
  | { do: 'expire'; at: number; approve: ModelActor[] };

const kind = fc.constantFrom(...MODEL_KIND_NAMES);
const person = fc.constantFrom(...MODEL_PERSONS);
const actor: fc.Arbitrary<ModelActor> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ approver: fc.nat(3) }) },
  { weight: 2, arbitrary: person },
  { weight: 1, arbitrary: fc.record({ generation: fc.nat(3) }) },
);
const named = <T>(from: T[]): fc.Arbitrary<T[]> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant<T[]>([]) }, fc.subarray(from));
const tier: fc.Arbitrary<ModelTier> = fc.record({
  required: fc.constantFrom(1, 2, 2, 3),
  roles: named<string>(['superadmin', 'admin', 'approver']),
  people: named<ModelPerson>(['owner', 'second_owner', 'admin', 'approver']),
});
const tiers = fc.array(tier, { minLength: 1, maxLength: 2 });
/** A few requests of the model per day. */
const daily_limit = fc.constantFrom(null, null, 60_000, 130_000);

/** The policies that a run begins with; a kind without one has the default. */
export const modelPolicies = fc.uniqueArray(
  fc.record({ do: fc.constant('policy' as const), kind, tiers, daily_limit }),
  { selector: ({ kind: each }) => each },
);

export const modelStep: fc.Arbitrary<ModelStep> = fc.oneof(
  fc.record({ do: fc.constant('policy' as const), kind, tiers, daily_limit }),
  fc.record({ do: fc.constant('roll' as const), by: fc.nat(9) }),
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('request' as const),
      kind: fc.nat(3),
      by: fc.nat(9),
      generation: fc.option(fc.nat(3)),
      is_large: fc.boolean(),
      is_again: fc.boolean(),
      is_double: fc.boolean(),
    }),
  },
  fc.constant({ do: 'next_day' as const }),
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      at: fc.nat(11),
      approve: fc.array(actor, { maxLength: 4 }),
      reject: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, actor),
      is_through_subject: fc.boolean(),
    }),
  },
  fc.record({
    do: fc.constant('expire' as const),
    at: fc.nat(11),
    approve: fc.array(actor, { minLength: 1, maxLength: 3 }),
  }),
);
