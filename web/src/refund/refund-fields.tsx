import { formatAccountNumber } from '@dasbor/contract/account-number';
import type { RefundReason, RefundTerms } from '@dasbor/contract/refund-fields';
import { Alert, Button, Input, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { AmountField } from '../ui/amount-field.tsx';
import { formatRupiah } from '../ui/amount.tsx';
import { focusFirstInvalid } from '../ui/focus-first-invalid.ts';
import { formatInstant } from '../ui/instant.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { DestinationFields } from './destination-fields.tsx';
import { EffectsList } from './effects-list.tsx';
import { previewEffects } from './effects.ts';
import { type RefundForm, toRefundBody, buildEmptyForm, validateForm } from './form.ts';
import { useCreateRefund } from './mutations.ts';
import { SheetFooter } from '../ui/sheet-footer.tsx';
import { formatMethod, listReasonOptions } from './refund-labels.ts';
import { formatProblem } from './problem-text.ts';
import { messages } from './messages.ts';

export interface RefundFieldsProps {
  terms: RefundTerms;
  reason: RefundReason | null;
  onClose: () => void;
}

/** The refund form with a preview of its effects. */
export function RefundFields({ terms, reason, onClose }: RefundFieldsProps) {
  const t = messages().form;
  const reasons = listReasonOptions();
  const [form, setForm] = useState(() => buildEmptyForm(terms, reason));
  const [was_tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const form_element = useRef<HTMLFormElement>(null);
  const creation = useCreateRefund(terms.transaction_id, {
    done: onClose,
    refused: (problem) => setRefusal(formatProblem(problem)),
  });
  const errors = validateForm(form, terms);
  const set = (part: Partial<RefundForm>) => {
    setRefusal(null);
    setForm((before) => ({ ...before, ...part }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(errors).length === 0) {
      if (!creation.isPending) creation.mutate(toRefundBody(form));
      return;
    }
    focusFirstInvalid(form_element.current);
  };
  return (
    <form ref={form_element} onSubmit={submit} noValidate>
      <Stack gap="md">
        <AmountField
          label={t.amount}
          required
          description={formatAmountHint(terms)}
          value={form.amount}
          onChange={(amount) => set({ amount })}
          error={errors.amount}
          touched={was_tried || form.amount !== terms.remaining_amount}
          data_autofocus
        />
        <MethodChoice terms={terms} method={form.method} onChange={(method) => set({ method })} />
        {form.method === 'transfer' && (
          <DestinationFields
            account={form.account}
            onChange={(account) => set({ account })}
            error={was_tried ? errors.account : undefined}
          />
        )}
        <SelectField
          label={t.reason}
          required
          options={reasons}
          value={reasons.find((one) => one.reason === form.reason) ?? null}
          onChange={(one) => set({ reason: one?.reason ?? null })}
          error={errors.reason}
          touched={was_tried}
        />
        {form.reason === 'other' && (
          <TextField
            label={t.reason_text}
            required
            maxLength={140}
            value={form.reason_text}
            onChange={(reason_text) => set({ reason_text })}
            error={errors.reason_text}
            touched={was_tried}
          />
        )}
        <Textarea
          label={t.note}
          description={t.note_line}
          maxLength={500}
          autosize
          minRows={2}
          value={form.note}
          onChange={(event) => set({ note: event.currentTarget.value })}
        />
        <Summary terms={terms} form={form} has_error={errors.amount !== undefined} />
        {refusal !== null && (
          <Alert color="red" role="alert">
            <Text fz="sm">{refusal}</Text>
          </Alert>
        )}
        <SheetFooter>
          <Button variant="default" onClick={onClose}>
            {messages().cancel}
          </Button>
          <Button type="submit" loading={creation.isPending}>
            {errors.amount === undefined ? t.submit_amount(formatRupiah(form.amount ?? 0)) : t.submit}
          </Button>
        </SheetFooter>
      </Stack>
    </form>
  );
}

function formatAmountHint({ remaining_amount, refunded_amount, open_amount, window_ends_at }: RefundTerms): string {
  const t = messages().form;
  const parts = [t.hint_refundable(formatRupiah(remaining_amount))];
  if (refunded_amount > 0) parts.push(t.hint_refunded(formatRupiah(refunded_amount)));
  if (open_amount > 0) parts.push(t.hint_open(formatRupiah(open_amount)));
  if (window_ends_at !== null) parts.push(t.hint_until(formatInstant(window_ends_at)));
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
    <Input.Wrapper label={messages().form.method}>
      <SegmentedControl
        fullWidth
        aria-label={messages().form.method}
        data={terms.methods.map((value) => ({ value, label: formatMethod(value) }))}
        value={method}
        onChange={(next) => onChange(next as RefundForm['method'])}
      />
    </Input.Wrapper>
  );
}

function Summary({ terms, form, has_error }: { terms: RefundTerms; form: RefundForm; has_error: boolean }) {
  if (has_error || form.amount === null) return null;
  const effects = previewEffects(terms, form.method, form.amount);
  const to =
    form.method === 'original'
      ? formatMethod('original')
      : form.account === null
        ? messages().account.unchecked
        : `${form.account.bank} ${formatAccountNumber(form.account.account_last4)}, ${form.account.verified_name}`;
  return (
    <>
      <EffectsList effects={effects} to={to} />
      {effects.held > terms.balance ? (
        <Alert color="yellow" role="status">
          <Text fz="sm">{messages().form.insufficient(formatRupiah(terms.balance), formatRupiah(effects.held))}</Text>
        </Alert>
      ) : (
        <Text fz="sm" c="dimmed">
          {messages().form.hold}
        </Text>
      )}
    </>
  );
}
