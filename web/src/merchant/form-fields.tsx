import type { MerchantDetail } from '@dasbor/contract/merchant-fields';
import type { VerificationReview } from '@dasbor/contract/verification';
import { Alert, Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useCallback, useRef, useState } from 'react';
import { toFieldProblems } from '../api/problem.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { focusFirstInvalid } from '../ui/focus-first-invalid.ts';
import { useUnsavedChanges } from '../ui/unsaved-changes.tsx';
import { AccountPanel } from './account-panel.tsx';
import { AgreedTermsFields } from './agreed-terms-fields.tsx';
import { ChannelFields } from './channel-fields.tsx';
import { EMPTY_FORM, type MerchantForm, toForm, toLimits, validateForm } from './form.ts';
import { formMessages } from './form-messages.ts';
import { AddressFields, BusinessFields, type FieldsProps, LegalFields, OwnerFields } from './form-sections.tsx';
import { LimitFields } from './limit-fields.tsx';
import classes from './merchant.module.css';
import { messages } from './messages.ts';
import { useMerchantChange } from './mutations.ts';
import { PeopleFields } from './people-fields.tsx';
import { type FieldProblems, saveForm } from './save-form.ts';

/** A merchant that is changed, with its people and accounts where the user may see them. */
export interface EditedMerchant {
  merchant: MerchantDetail;
  review?: VerificationReview | undefined;
}

/** The form of a merchant. `edited`: the merchant to change; absent for a new one. */
export function MerchantFields({ edited }: { edited?: EditedMerchant }) {
  const t = messages();
  const [target, setTarget] = useState(edited?.merchant);
  const [stored, setStored] = useState(() =>
    edited === undefined ? EMPTY_FORM : toForm(edited.merchant, edited.review?.people ?? []),
  );
  const [form, setForm] = useState(stored);
  const [is_tried, setTried] = useState(false);
  const [is_saved, setSaved] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [problems, setProblems] = useState<FieldProblems>(NO_PROBLEMS);
  const element = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const is_new = target === undefined;
  useUnsavedChanges(!is_saved && JSON.stringify(form) !== JSON.stringify(stored));
  const refuse = (detail: string, found: FieldProblems) => {
    setRefusal(detail);
    setProblems(found);
    focusFirstInvalid(element.current);
  };
  const save = useMerchantChange(
    async () => {
      const saved = await saveForm(form, stored, target);
      if (saved.refused.length === 0) {
        setSaved(true);
        // The changes are saved; the guard of unsaved changes must not block this navigation.
        await navigate({ to: '/merchant/$id', params: { id: saved.merchant.id }, ignoreBlocker: true });
        return true;
      }
      // The merchant exists now: what was refused stays in the form, and nothing is undone.
      setTarget(saved.merchant);
      setStored(saved.stored);
      setForm(saved.form);
      refuse(formMessages().form.partly_saved(saved.refused.join('\n')), saved.problems);
      return false;
    },
    {
      done: (is_complete) => (is_complete ? formMessages().form[is_new ? 'added' : 'saved'] : null),
      onRefused: (detail, problem) => refuse(detail, toFormProblems(toFieldProblems(problem))),
    },
  );
  const errors = { ...problems, ...validateForm(form, is_new, formMessages().form) };
  const change = useCallback((part: Partial<MerchantForm>) => {
    setForm((before) => ({ ...before, ...part }));
    setProblems((before) => withoutFields(before, Object.keys(part)));
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(validateForm(form, is_new, formMessages().form)).length > 0)
      return focusFirstInvalid(element.current);
    if (save.isPending) return undefined;
    setRefusal(null);
    save.mutate(undefined);
    return undefined;
  };
  const fields: FieldsProps = { form, errors, is_tried: is_tried || problems !== NO_PROBLEMS, onChange: change };
  return (
    <form ref={element} className={classes.form} noValidate onSubmit={submit}>
      {refusal !== null && (
        <Alert color="red.9" variant="light" role="alert" className={classes.refusal}>
          {refusal}
        </Alert>
      )}
      {is_new && <OwnerFields {...fields} />}
      <BusinessFields {...fields} is_new={is_new} />
      <AddressFields {...fields} />
      <LegalFields {...fields} />
      <PartFields {...fields} problems={problems} edited={edited} target={target} />
      <div className={classes.bar}>
        <Button
          variant="default"
          onClick={() =>
            void (is_new ? navigate({ to: '/merchant' }) : navigate({ to: '/merchant/$id', params: { id: target.id } }))
          }
        >
          {t.cancel}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {is_new ? t.add : t.save}
        </Button>
      </div>
    </form>
  );
}

interface PartProps extends FieldsProps {
  problems: FieldProblems;
  edited: EditedMerchant | undefined;
  target: MerchantDetail | undefined;
}

/** People, account, prices, terms, limits and channels: each shown to those who may set it. */
function PartFields({ edited, target, problems, ...fields }: PartProps) {
  const { form, is_tried, onChange } = fields;
  const may_set_people = useHasAccess('Verification', 'manage');
  const may_set_finance = useHasAccess('Merchant finance', 'manage');
  // People that cannot be read stay as they are.
  const is_known = edited === undefined || edited.review !== undefined;
  return (
    <>
      {may_set_people && is_known && (
        <PeopleFields
          people={form.people}
          entity={form.entity_type}
          is_tried={is_tried}
          problems={problems}
          onChange={onChange}
        />
      )}
      <AccountPanel
        account={form.account}
        is_tried={is_tried}
        problem={problems['account']}
        onChange={onChange}
        accounts={edited?.review?.bank_accounts ?? NO_ACCOUNTS}
      />
      <AgreedTermsFields
        pricing={form.pricing}
        settlement_terms={form.settlement_terms}
        agreed_from={form.agreed_from}
        onChange={onChange}
        edited={target}
        is_tried={is_tried}
        problems={problems}
      />
      {(target === undefined || may_set_finance) && (
        <>
          <LimitFields {...toLimits(form)} problems={problems} onChange={onChange} />
          <ChannelFields off={form.disabled_channels} onChange={onChange} />
        </>
      )}
    </>
  );
}

const NO_ACCOUNTS: VerificationReview['bank_accounts'] = [];
const NO_PROBLEMS: FieldProblems = {};

/** Fields of the request by field of the form. */
const toFormProblems = (fields: Record<string, string>): FieldProblems =>
  Object.fromEntries(
    Object.entries(fields).map(([field, detail]) => [
      field.replace(/^limits\./, '').replace(/^owner\.email$/, 'owner_email'),
      detail,
    ]),
  );

/** The server's error of a field disappears once the field changes. */
function withoutFields(problems: FieldProblems, changed: readonly string[]): FieldProblems {
  const kept = Object.entries(problems).filter(
    ([path]) => !changed.some((field) => path === field || path.startsWith(`${field}.`)),
  );
  return kept.length === Object.keys(problems).length ? problems : Object.fromEntries(kept);
}
