import { formatAccountNumber } from '@dasbor/contract/account-number';
import { checkAccount } from '@dasbor/contract/account-check';
import { BANKS, isBankMatch } from '@dasbor/contract/bank';
import { type Beneficiary, listBeneficiaries } from '@dasbor/contract/beneficiary';
import { NAME_MATCH } from '@dasbor/contract/disbursement-fields';
import { Alert, Button, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconUserCheck, IconUserExclamation } from '@tabler/icons-react';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { buildQuery } from '../api/query.ts';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { type CheckedAccount, type Form, type FormErrors, isAccountNo } from './form.ts';
import { formatAccount } from './labels.ts';
import { messages } from './messages.ts';

interface BeneficiaryFieldsProps {
  form: Form;
  errors: FormErrors;
  was_tried: boolean;
  onChange: (part: Partial<Form>) => void;
}

/** Recipient: a saved beneficiary, or an account whose holder the bank confirms. */
export function BeneficiaryFields({ form, errors, was_tried, onChange }: BeneficiaryFieldsProps) {
  const t = messages().create;
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={t.to}
        data={[
          { value: 'account', label: t.to_account },
          { value: 'saved', label: t.to_saved },
        ]}
        value={form.kind}
        onChange={(kind) => onChange({ kind: kind as Form['kind'] })}
      />
      {form.kind === 'saved' ? (
        <SavedField form={form} error={errors.beneficiary} was_tried={was_tried} onChange={onChange} />
      ) : (
        <AccountFields form={form} errors={errors} was_tried={was_tried} onChange={onChange} />
      )}
    </Stack>
  );
}

const OPTIONS_MAX = 20;
const SEARCH_DELAY_MS = 250;

/** Names are made unique by the account, because people may save two accounts under one name. */
const toOption = (beneficiary: Beneficiary) => ({
  beneficiary,
  name: `${beneficiary.name} · ${formatAccount(beneficiary)}`,
});

function SavedField({
  form,
  error,
  was_tried,
  onChange,
}: Omit<BeneficiaryFieldsProps, 'errors'> & { error: string | undefined }) {
  const t = messages().create;
  const known = form.beneficiary === null ? null : toOption(form.beneficiary);
  const [text, setText] = useState('');
  const typed = text === known?.name ? '' : text.trim();
  const [q] = useDebouncedValue(typed, SEARCH_DELAY_MS);
  const saved = useQuery({
    ...buildQuery(listBeneficiaries, {
      query: { limit: OPTIONS_MAX, status: ['active'] as never, ...(q === '' ? {} : { q }) },
    }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const options = (saved.data?.data ?? []).map(toOption);
  const all = known === null || options.some(({ name }) => name === known.name) ? options : [known, ...options];
  return (
    <SelectField
      label={t.beneficiary}
      required
      searchable
      // The server has searched already.
      isMatch={() => true}
      onSearch={setText}
      options={all}
      value={all.find(({ beneficiary }) => beneficiary.id === form.beneficiary?.id) ?? null}
      onChange={(option) => onChange({ beneficiary: option?.beneficiary ?? null })}
      error={error}
      touched={was_tried}
    />
  );
}

function AccountFields({ form, errors, was_tried, onChange }: BeneficiaryFieldsProps) {
  const t = messages().create;
  const [refusal, setRefusal] = useState<string | null>(null);
  const check = useMutation({
    mutationFn: (bank_code: string) => {
      const account_name = form.account_name.trim();
      const body = { bank_code, account_no: form.account_no, ...(account_name === '' ? {} : { account_name }) };
      return call(checkAccount, { body });
    },
    meta: { quiet: true },
  });
  const startCheck = (bank_code: string) =>
    check.mutate(bank_code, {
      onSuccess: ({ data }) => onChange({ checked: data }),
      onError: (problem) => setRefusal(toProblem(problem).detail),
    });
  const change = (part: Partial<Form>) => {
    // The answer to a check of another account must not confirm this one.
    check.reset();
    setRefusal(null);
    onChange({ ...part, checked: null });
  };
  const account_error = refusal ?? errors.account_no;
  return (
    <>
      <SelectField
        label={t.bank}
        required
        searchable
        isMatch={isBankMatch}
        options={BANKS}
        value={form.bank}
        onChange={(bank) => change({ bank })}
        error={errors.bank}
        touched={was_tried}
      />
      <TextField
        label={t.account}
        required
        inputMode="numeric"
        autoComplete="off"
        value={form.account_no}
        onChange={(next) => change({ account_no: next.replaceAll(/\D/g, '').slice(0, 20) })}
        error={account_error}
        touched={was_tried || refusal !== null}
      />
      <TextField
        label={t.name}
        description={t.name_line}
        maxLength={100}
        autoComplete="off"
        value={form.account_name}
        onChange={(account_name) => change({ account_name })}
      />
      {form.checked === null ? (
        <Button
          variant="default"
          leftSection={<IconUserCheck size={16} aria-hidden />}
          loading={check.isPending}
          disabled={form.bank === null || !isAccountNo(form.account_no)}
          onClick={() => form.bank !== null && startCheck(form.bank.code)}
        >
          {t.check}
        </Button>
      ) : (
        <Checked account={form.checked} />
      )}
    </>
  );
}

/** Account holder reported by the bank, with the match of the name. */
function Checked({ account }: { account: CheckedAccount }) {
  const t = messages().create;
  const { name_match } = account;
  const is_match = name_match === null || name_match >= NAME_MATCH.match_from;
  const Icon = is_match ? IconUserCheck : IconUserExclamation;
  return (
    <Alert
      color={is_match ? 'green' : 'yellow'}
      icon={<Icon size={18} aria-hidden />}
      role="status"
      title={account.verified_name}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <Text fz="sm">{t.checked(`${account.bank} ${formatAccountNumber(account.account_last4)}`)}</Text>
      {name_match !== null && <Text fz="sm">{is_match ? t.match(name_match) : t.mismatch(name_match)}</Text>}
    </Alert>
  );
}
