/**
 * Saves the form of a merchant. Each part has a route of its own, with its own access and audit entry: first the merchant,
 * then what changed of the rest.
 */
import { createMerchant, setMerchantLimits, updateMerchant } from '@dasbor/contract/merchant';
import { setMerchantChannels } from '@dasbor/contract/merchant-channels';
import type { MerchantDetail } from '@dasbor/contract/merchant-fields';
import { setMerchantBankAccount } from '@dasbor/contract/settlement-admin';
import { saveMerchantPeople } from '@dasbor/contract/verification';
import { call } from '../api/call.ts';
import { toFieldProblems, toProblem } from '../api/problem.ts';
import { NO_ACCOUNT } from '../profile-fields/account-fields.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { type MerchantForm, hasAccount, toLimits, toNewMerchant, toPeople, toUpdate } from './form.ts';
import { formMessages } from './form-messages.ts';
import { joinGroup, leaveGroup } from './join-group.tsx';
import { messages } from './messages.ts';

/** Details of the server by field of the form, such as `nib` or `people.0.phone`. */
export type FieldProblems = Readonly<Record<string, string>>;

export interface Saved {
  merchant: MerchantDetail;
  /** Parts that were refused, with the reason. The rest is saved. */
  refused: readonly string[];
  problems: FieldProblems;
  /** Unsaved entries, which stay in the form. */
  form: MerchantForm;
  /** The form as far as it is saved. */
  stored: MerchantForm;
}

/** Throws when the merchant itself is refused: nothing is saved then. */
export async function saveForm(form: MerchantForm, stored: MerchantForm, edited?: MerchantDetail): Promise<Saved> {
  const { data: merchant } =
    edited === undefined
      ? await call(createMerchant, { body: toNewMerchant(form, currentLanguage()) })
      : await call(updateMerchant, { params: { merchant_id: edited.id }, body: toUpdate(form) });
  const refused: string[] = [];
  const problems: Record<string, string> = {};
  // Entries are new versions and requests: what is saved must not be sent again.
  const done = { pricing: [], settlement_terms: [], account: NO_ACCOUNT };
  const next = { form: { ...form, ...done }, stored: { ...form, ...done } };
  for (const part of listParts(form, stored, { merchant_id: merchant.id, is_new: edited === undefined })) {
    try {
      await part.save();
    } catch (error) {
      const { detail } = toProblem(error);
      refused.push(`${part.label}: ${detail}`);
      Object.assign(problems, part.toProblems(toFieldProblems(error), detail));
      Object.assign(next.form, part.pick(form));
      Object.assign(next.stored, part.pick(stored));
    }
  }
  return { merchant, refused, problems, ...next };
}

interface Part {
  label: string;
  /** The fields of the part. */
  pick: (form: MerchantForm) => Partial<MerchantForm>;
  save: () => Promise<unknown>;
  /** Errors of the server about fields of the request, by field of the form. */
  toProblems: (fields: Record<string, string>, detail: string) => Record<string, string>;
}

/** The parts that changed. Limits and channels of a new merchant are part of its creation. */
function listParts(
  form: MerchantForm,
  stored: MerchantForm,
  { merchant_id, is_new }: { merchant_id: string; is_new: boolean },
): Part[] {
  const t = { ...messages(), form: formMessages().form };
  const params = { merchant_id };
  const { account_group: group, account, disabled_channels } = form;
  const former = stored.account_group;
  const limits: Part = {
    label: t.tabs.limits,
    pick: toLimits,
    save: () => call(setMerchantLimits, { params, body: toLimits(form) }),
    toProblems: (fields) => fields,
  };
  const channels: Part = {
    label: t.tabs.channels,
    pick: (each) => ({ disabled_channels: each.disabled_channels }),
    save: () => call(setMerchantChannels, { params, body: { disabled_channels } }),
    toProblems: () => ({}),
  };
  const people: Part = {
    label: t.form.people,
    pick: (each) => ({ people: each.people }),
    save: () => call(saveMerchantPeople, { params, body: { people: toPeople(form.people) } }),
    toProblems: (fields) => fields,
  };
  const bank_account: Part = {
    label: t.form.account,
    pick: (each) => ({ account: each.account }),
    save: () =>
      call(setMerchantBankAccount, {
        params,
        body: { bank_code: account.bank?.code ?? '', account_no: account.account_no },
      }),
    toProblems: ({ account_no }, detail) => ({ account: account_no ?? detail }),
  };
  const account_group: Part = {
    label: t.fields.account_groups,
    pick: (each) => ({ account_group: each.account_group }),
    save: () => (group === null ? leaveGroup(former?.id ?? '', merchant_id) : joinGroup(group.id, merchant_id)),
    toProblems: (_, detail) => ({ account_group: detail }),
  };
  const changed = ({ pick }: Part) => JSON.stringify(pick(form)) !== JSON.stringify(pick(stored));
  return [
    ...(is_new ? [] : [limits, channels].filter(changed)),
    ...[people].filter(changed),
    ...(hasAccount(form) ? [bank_account] : []),
    ...(group?.id === former?.id ? [] : [account_group]),
  ];
}
