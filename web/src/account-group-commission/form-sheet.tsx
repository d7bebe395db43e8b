import { createCommissionRule, updateCommissionRule } from '@dasbor/contract/account-group-commission';
import type { CommissionRule } from '@dasbor/contract/account-group-commission-fields';
import { toBusinessDay } from '@dasbor/contract/time';
import { Alert, Button, Drawer, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { useCreateOnce } from '../api/use-idempotency-key.ts';
import { GroupField } from '../list/lookup-fields.tsx';
import { useNow } from '../ui/clock.ts';
import { focusFirstInvalid } from '../ui/focus-first-invalid.ts';
import { SheetFooter } from '../ui/sheet-footer.tsx';
import { TextField } from '../ui/text-field.tsx';
import { showSuccess } from '../ui/toast.ts';
import { type RuleForm, buildEmptyForm, isCalculable, toForm, toInput, toTerms, validateForm } from './form.ts';
import { messages } from './messages.ts';
import { useRefreshRules } from './mutations.ts';
import { RateFields } from './rate-fields.tsx';
import { PeriodFields, ScopeFields } from './scope-fields.tsx';
import { Simulator } from './simulator.tsx';

export type RuleSheetMode = { kind: 'create' } | { kind: 'edit' | 'version'; rule: CommissionRule };

/** Creates a rule or a new version of one, or changes a draft, next to what it is about. */
export const RuleSheet = ({ mode, onClose }: { mode: RuleSheetMode; onClose: () => void }) => (
  <Drawer
    opened
    onClose={onClose}
    position="right"
    size={620}
    title={messages().form[`${mode.kind}_title`]}
    styles={{ title: { fontSize: 16, fontWeight: 650 } }}
    closeButtonProps={{ 'aria-label': messages().close }}
  >
    <RuleFormFields mode={mode} onClose={onClose} />
  </Drawer>
);

function buildStart(mode: RuleSheetMode, today: string): RuleForm {
  if (mode.kind === 'create') return buildEmptyForm(today);
  const form = toForm(mode.rule);
  return mode.kind === 'edit' ? form : { ...form, effective_from: today, effective_to: '' };
}

function RuleFormFields({ mode, onClose }: { mode: RuleSheetMode; onClose: () => void }) {
  const t = messages();
  const today = toBusinessDay(useNow(60_000));
  const element = useRef<HTMLFormElement>(null);
  const [form, setForm] = useState(() => buildStart(mode, today));
  const [is_tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const save = useSave(mode, { onClose, onRefused: setRefusal });
  const errors = validateForm(form, t.form, today);
  const change = (part: Partial<RuleForm>) => {
    setRefusal(null);
    setForm((before) => ({ ...before, ...part }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(errors).length === 0) save.create(form);
    else focusFirstInvalid(element.current);
  };
  const fields = { form, errors, is_tried, onChange: change };
  return (
    <form ref={element} onSubmit={submit} noValidate>
      <Stack gap="md">
        {mode.kind === 'version' && <Text fz="sm">{t.form.version_line}</Text>}
        {mode.kind === 'create' ? (
          <GroupField
            earning
            label={t.fields.group}
            required
            description={t.form.group_hint}
            value={form.group}
            onChange={(group) => change({ group })}
            error={is_tried ? (errors.group ?? null) : null}
          />
        ) : (
          <Text fz="sm">
            {t.fields.group}: <strong>{mode.rule.group_name}</strong>
          </Text>
        )}
        <TextField
          label={t.form.name}
          required
          maxLength={80}
          value={form.name}
          onChange={(name) => change({ name })}
          error={errors.name}
          touched={is_tried}
        />
        <ScopeFields {...fields} />
        <RateFields {...fields} />
        <PeriodFields {...fields} today={today} />
        <Simulator
          group_id={form.group?.id ?? null}
          method={form.method}
          channel_code={form.channel_code}
          terms={isCalculable(form) ? toTerms(form) : null}
        />
        {refusal !== null && (
          <Alert color="red.9" variant="light" role="alert">
            {refusal}
          </Alert>
        )}
        <SheetFooter>
          <Button variant="default" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" loading={save.is_busy}>
            {t.form.save}
          </Button>
        </SheetFooter>
      </Stack>
    </form>
  );
}

function useSave(
  mode: RuleSheetMode,
  { onClose, onRefused }: { onClose: () => void; onRefused: (detail: string) => void },
) {
  const navigate = useNavigate();
  const refresh = useRefreshRules();
  return useCreateOnce({
    create: (form: RuleForm, idempotency_key) => {
      const input = toInput(form);
      if (mode.kind === 'edit') return call(updateCommissionRule, { params: { id: mode.rule.id }, body: input });
      const replaces = mode.kind === 'version' ? { replaces: mode.rule.id } : {};
      return call(createCommissionRule, {
        body: { group_id: form.group?.id ?? '', ...replaces, ...input },
        idempotency_key,
      });
    },
    onCreated: ({ data }) => {
      onClose();
      void refresh();
      void showSuccess(messages().form.saved);
      void navigate({ to: '/account-group-commission/$id', params: { id: data.id } });
    },
    onRefused: ({ detail }) => onRefused(detail),
  });
}
