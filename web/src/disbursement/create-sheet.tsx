import { getBeneficiary } from '@dasbor/contract/beneficiary';
import { SCHEDULE_DAYS_MAX } from '@dasbor/contract/disbursement-fields';
import * as duration from '@dasbor/contract/duration';
import { toZonedDay } from '@dasbor/contract/time';
import { Alert, Button, Checkbox, Drawer, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { buildQuery } from '../api/query.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { useNow } from '../ui/clock.ts';
import { DateField } from '../ui/date-field.tsx';
import { focusFirstInvalid } from '../ui/focus-first-invalid.ts';
import { ScreenSkeleton } from '../ui/skeletons.tsx';
import { TextField } from '../ui/text-field.tsx';
import { currentTimeZone } from '../ui/time-zone.ts';
import { BeneficiaryFields } from './beneficiary-fields.tsx';
import { SheetFooter } from '../ui/sheet-footer.tsx';
import { EMPTY_FORM, type Form, toBody, validateForm } from './form.ts';
import { messages } from './messages.ts';
import { useCreateDisbursement } from './mutations.ts';
import { PreviewPanel } from './preview-panel.tsx';

export interface CreateSheetProps {
  opened: boolean;
  /** Saved beneficiary to be paid. */
  beneficiary_id?: string | undefined;
  onClose: () => void;
}

/** Requests a disbursement, next to the list. */
export const CreateSheet = ({ opened, beneficiary_id, onClose }: CreateSheetProps) => (
  <Drawer
    opened={opened}
    onClose={onClose}
    position="right"
    size={560}
    title={messages().create.title}
    styles={{ title: { fontSize: 16, fontWeight: 650 } }}
    closeButtonProps={{ 'aria-label': messages().close }}
  >
    {/* Mounted again at each opening, with a new idempotency key. */}
    {opened &&
      (beneficiary_id === undefined ? (
        <CreateForm start={EMPTY_FORM} onClose={onClose} />
      ) : (
        <FormOfBeneficiary id={beneficiary_id} onClose={onClose} />
      ))}
  </Drawer>
);

function FormOfBeneficiary({ id, onClose }: { id: string; onClose: () => void }) {
  const found = useQuery({ ...buildQuery(getBeneficiary, { params: { id } }), meta: { quiet: true } });
  if (found.isPending) return <ScreenSkeleton />;
  const start: Form =
    found.data === undefined ? EMPTY_FORM : { ...EMPTY_FORM, kind: 'saved', beneficiary: found.data.data };
  return <CreateForm start={start} onClose={onClose} />;
}

function CreateForm({ start, onClose }: { start: Form; onClose: () => void }) {
  const t = messages().create;
  const navigate = useNavigate();
  const now = useNow(60_000);
  const element = useRef<HTMLFormElement>(null);
  const [form, setForm] = useState(start);
  const [was_tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const create = useCreateDisbursement({
    done: ({ id }) => void navigate({ to: '/disbursement/$id', params: { id } }),
    refused: ({ detail }) => setRefusal(detail),
  });
  const errors = validateForm(form, t, now);
  const change = (part: Partial<Form>) => {
    setRefusal(null);
    setForm((before) => ({ ...before, ...part }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(errors).length === 0) create.mutate(toBody(form));
    else focusFirstInvalid(element.current);
  };
  const field = (name: keyof Form) => ({ error: errors[name], touched: was_tried });
  return (
    <form ref={element} onSubmit={submit} noValidate>
      <Stack gap="md">
        <BeneficiaryFields form={form} errors={errors} was_tried={was_tried} onChange={change} />
        <AmountField
          label={t.amount}
          required
          value={form.amount}
          onChange={(amount) => change({ amount })}
          {...field('amount')}
        />
        <TextField
          label={t.reference}
          required
          description={t.reference_line}
          maxLength={64}
          value={form.reference}
          onChange={(reference) => change({ reference })}
          {...field('reference')}
        />
        <TextField
          label={t.description}
          description={t.description_line}
          maxLength={35}
          value={form.description}
          onChange={(description) => change({ description })}
          {...field('description')}
        />
        <WhenFields form={form} error={was_tried ? errors.schedule : undefined} now={now} onChange={change} />
        <TextField
          label={t.emails}
          description={t.emails_line}
          value={form.emails}
          onChange={(emails) => change({ emails })}
          {...field('emails')}
        />
        {form.kind === 'account' && (
          <Checkbox
            label={t.save}
            checked={form.save}
            onChange={(event) => change({ save: event.currentTarget.checked })}
          />
        )}
        <PreviewPanel form={form} onRail={(rail) => change({ rail })} />
        {refusal !== null && (
          <Alert color="red" role="alert">
            <Text fz="sm">{refusal}</Text>
          </Alert>
        )}
        <SheetFooter>
          <Button variant="default" onClick={onClose}>
            {messages().cancel}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t.submit}
          </Button>
        </SheetFooter>
      </Stack>
    </form>
  );
}

interface WhenFieldsProps {
  form: Form;
  error: string | undefined;
  now: Date;
  onChange: (part: Partial<Form>) => void;
}

/** At once after the approval, or at a later time. */
function WhenFields({ form, error, now, onChange }: WhenFieldsProps) {
  const t = messages().create;
  return (
    <Stack gap="xs">
      <Text fz="sm" fw={500} id="disbursement-when">
        {t.when}
      </Text>
      <SegmentedControl
        aria-labelledby="disbursement-when"
        data={[
          { value: 'now', label: t.now },
          { value: 'later', label: t.later },
        ]}
        value={form.is_scheduled ? 'later' : 'now'}
        onChange={(value) => onChange({ is_scheduled: value === 'later' })}
      />
      {form.is_scheduled && (
        <DateField
          label={t.schedule}
          required
          with_time
          value={form.schedule}
          onChange={(schedule) => onChange({ schedule })}
          min={toZonedDay(now, currentTimeZone())}
          max={toZonedDay(new Date(now.getTime() + duration.days(SCHEDULE_DAYS_MAX)), currentTimeZone())}
          error={error}
          {...(error === undefined ? {} : { touched: true })}
        />
      )}
    </Stack>
  );
}
