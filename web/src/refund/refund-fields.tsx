import { REFUND_REASONS, type RefundReason, type RefundTerms } from '@dasbor/contract/refund-fields';
import { Alert, Button, Group, Input, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { AmountField } from '../ui/amount-field.tsx';
import { formatRupiah } from '../ui/amount.tsx';
import { formatInstant } from '../ui/instant.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { DestinationFields } from './destination-fields.tsx';
import { EffectsList } from './effects-list.tsx';
import { previewEffects } from './effects.ts';
import { type RefundForm, toRefundBody, emptyForm, validateForm } from './form.ts';
import { useCreateRefund } from './mutations.ts';
import { METHOD_WORDS, REASON_WORDS } from './refund-labels.ts';
import { formatProblem } from './use-idempotency-key.ts';

const REASONS = REFUND_REASONS.map((reason) => ({ reason, name: REASON_WORDS[reason] }));

export interface RefundFieldsProps {
  terms: RefundTerms;
  reason: RefundReason | null;
  onClose: () => void;
}

/** The form of a refund, with what it does to the money below it. */
export function RefundFields({ terms, reason, onClose }: RefundFieldsProps) {
  const [form, setForm] = useState(() => emptyForm(terms, reason));
  const [was_tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const form_element = useRef<HTMLFormElement>(null);
  const creation = useCreateRefund(terms.transaction_id, {
    done: onClose,
    refused: (problem) => setRefusal(formatProblem(problem)),
  });
  const faults = validateForm(form, terms);
  const set = (part: Partial<RefundForm>) => {
    setRefusal(null);
    setForm((before) => ({ ...before, ...part }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(faults).length === 0) {
      if (!creation.isPending) creation.mutate(toRefundBody(form));
      return;
    }
    // The first faulty field, once it is drawn as such.
    requestAnimationFrame(() => form_element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };
  return (
    <form ref={form_element} onSubmit={submit} noValidate>
      <Stack gap="md">
        <AmountField
          label="Amount"
          required
          description={formatAmountHint(terms)}
          value={form.amount}
          onChange={(amount) => set({ amount })}
          error={faults.amount}
          touched={was_tried || form.amount !== terms.remaining_amount}
          data_autofocus
        />
        <MethodChoice terms={terms} method={form.method} onChange={(method) => set({ method })} />
        {form.method === 'transfer' && (
          <DestinationFields
            account={form.account}
            onChange={(account) => set({ account })}
            error={was_tried ? faults.account : undefined}
          />
        )}
        <SelectField
          label="Reason"
          required
          options={REASONS}
          value={REASONS.find((one) => one.reason === form.reason) ?? null}
          onChange={(one) => set({ reason: one?.reason ?? null })}
          error={faults.reason}
          touched={was_tried}
        />
        {form.reason === 'other' && (
          <TextField
            label="Why"
            required
            maxLength={140}
            value={form.reason_text}
            onChange={(reason_text) => set({ reason_text })}
            error={faults.reason_text}
            touched={was_tried}
          />
        )}
        <Textarea
          label="Note"
          description="For your own people; the customer never sees it"
          maxLength={500}
          autosize
          minRows={2}
          value={form.note}
          onChange={(event) => set({ note: event.currentTarget.value })}
        />
        <Summary terms={terms} form={form} has_fault={faults.amount !== undefined} />
        {refusal !== null && (
          <Alert color="red" role="alert">
            <Text fz="sm">{refusal}</Text>
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={creation.isPending}>
            {faults.amount === undefined ? `Ask for ${formatRupiah(form.amount ?? 0)}` : 'Ask for the refund'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function formatAmountHint({ remaining_amount, refunded_amount, open_amount, window_ends_at }: RefundTerms): string {
  const parts = [`${formatRupiah(remaining_amount)} can be given back`];
  if (refunded_amount > 0) parts.push(`${formatRupiah(refunded_amount)} was given back`);
  if (open_amount > 0) parts.push(`${formatRupiah(open_amount)} is under way`);
  if (window_ends_at !== null) parts.push(`until ${formatInstant(window_ends_at)}`);
  return `${parts.join(', ')}.`;
}

function MethodChoice(props: {
  terms: RefundTerms;
  method: RefundForm['method'];
  onChange: (method: RefundForm['method']) => void;
}) {
  const { terms, method, onChange } = props;
  if (terms.methods.length < 2) {
    if (terms.method_note === null) return null;
    return (
      <Alert color="blue" icon={<IconInfoCircle size={18} aria-hidden />}>
        <Text fz="sm">{terms.method_note}</Text>
      </Alert>
    );
  }
  return (
    <Input.Wrapper label="Way back">
      <SegmentedControl
        fullWidth
        aria-label="Way back"
        data={terms.methods.map((value) => ({ value, label: METHOD_WORDS[value] }))}
        value={method}
        onChange={(next) => onChange(next as RefundForm['method'])}
      />
    </Input.Wrapper>
  );
}

function Summary({ terms, form, has_fault }: { terms: RefundTerms; form: RefundForm; has_fault: boolean }) {
  if (has_fault || form.amount === null) return null;
  const effects = previewEffects(terms, form.method, form.amount);
  const to =
    form.method === 'original'
      ? METHOD_WORDS.original
      : form.account === null
        ? 'An account that is not checked yet'
        : `${form.account.bank} •••${form.account.account}, ${form.account.account_name}`;
  return (
    <>
      <EffectsList effects={effects} to={to} />
      {effects.held > terms.balance ? (
        <Alert color="yellow" role="status">
          <Text fz="sm">
            Only {formatRupiah(terms.balance)} of your balance can be taken now; this refund needs{' '}
            {formatRupiah(effects.held)}.
          </Text>
        </Alert>
      ) : (
        <Text fz="sm" c="dimmed">
          The money is held now. It leaves only after somebody else has approved.
        </Text>
      )}
    </>
  );
}
