import { APPROVAL_TIERS_MAX, listApprovalPolicies, saveApprovalPolicy } from '@dasbor/contract/approval';
import type { Output } from '@dasbor/contract/route';
import { Alert, Button, Group, Modal, MultiSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { showSuccess } from '../ui/toast.ts';
import classes from './approval.module.css';
import { messages } from './messages.ts';
import { type TierForm, findHoursError, findTierErrors, toTierForm, toTiers } from './policy-form.ts';
import { formatRole } from './role-labels.ts';
import { formatSubject } from './subject-labels.ts';

export type PolicyWithApprovers = Output<typeof listApprovalPolicies>['data'][number];

/** Edits a policy; saving makes a new version, which applies to later requests. */
export function PolicyModal({ policy, onClose }: { policy: PolicyWithApprovers; onClose: () => void }) {
  const t = messages().policies;
  const client = useQueryClient();
  const has_amount = policy.subject_type !== 'payout_account';
  const [tiers, setTiers] = useState(() => policy.tiers.map(toTierForm));
  const [daily_limit, setDailyLimit] = useState(policy.daily_limit);
  const [hours, setHours] = useState(String(policy.expires_after_hours));
  const [was_tried, setTried] = useState(false);
  const errors = findTierErrors(tiers);
  const hours_error = findHoursError(hours);
  const save = useMutation({
    mutationFn: () =>
      call(saveApprovalPolicy, {
        params: { subject_type: policy.subject_type },
        body: { version: policy.version, tiers: toTiers(tiers), daily_limit, expires_after_hours: Number(hours) },
      }),
    meta: { quiet: true },
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: buildQueryKey(listApprovalPolicies) });
      await showSuccess(t.saved);
    },
  });
  const change = (index: number, part: Partial<TierForm>) =>
    setTiers((before) => before.map((tier, at) => (at === index ? { ...tier, ...part } : tier)));
  const submit = () => {
    setTried(true);
    if (errors.every((error) => error === null) && hours_error === null) save.mutate();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t.edit_title(formatSubject(policy.subject_type))}
      closeButtonProps={{ 'aria-label': messages().close }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="md">
          {tiers.map((tier, index) => (
            <TierFields
              key={tier.key}
              number={index + 1}
              tier={tier}
              policy={policy}
              error={was_tried ? (errors[index] ?? null) : null}
              onChange={(part) => change(index, part)}
              {...(index > 0 && { onRemove: () => setTiers(tiers.filter((each) => each !== tier)) })}
            />
          ))}
          {has_amount && tiers.length < APPROVAL_TIERS_MAX && (
            <Group>
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconPlus size={14} aria-hidden />}
                onClick={() => setTiers([...tiers, toTierForm({ ...EMPTY_TIER })])}
              >
                {t.add_tier}
              </Button>
            </Group>
          )}
          {has_amount && (
            <AmountField label={t.daily_limit} description={t.no_limit} value={daily_limit} onChange={setDailyLimit} />
          )}
          <TextField
            label={t.expiry_hours}
            required
            inputMode="numeric"
            value={hours}
            onChange={(text) => setHours(text.replaceAll(/\D/g, '').slice(0, 3))}
            error={hours_error === null ? undefined : t.expiry_range}
            touched={was_tried}
          />
          <Text fz="xs" c="dimmed">
            {t.keep}
          </Text>
          {save.isError && (
            <Alert color="red" role="alert">
              <Text fz="sm">{toProblem(save.error).detail}</Text>
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {messages().cancel}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {t.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

const EMPTY_TIER = { amount_from: null, approvals_required: 2, roles: [], user_ids: [] };

function TierFields(props: {
  number: number;
  tier: TierForm;
  policy: PolicyWithApprovers;
  error: ReturnType<typeof findTierErrors>[number];
  onChange: (part: Partial<TierForm>) => void;
  onRemove?: () => void;
}) {
  const { number, tier, policy, error, onChange, onRemove } = props;
  const t = messages().policies;
  const roles = [...new Set(policy.approvers.map(({ role }) => role))];
  return (
    <fieldset className={classes.tier} aria-label={t.tier(number)}>
      {number > 1 && (
        <AmountField
          label={t.amount_from}
          required
          value={tier.amount_from}
          onChange={(amount_from) => onChange({ amount_from })}
          error={error === 'ascending' ? t.ascending : undefined}
          touched={error === 'ascending'}
        />
      )}
      <div>
        <Text fz="sm" fw={550} mb={4}>
          {t.required}
        </Text>
        <SegmentedControl
          aria-label={t.required}
          data={['1', '2', '3']}
          value={String(tier.approvals_required)}
          onChange={(value) => onChange({ approvals_required: Number(value) })}
        />
      </div>
      <MultiSelect
        label={t.roles}
        placeholder={tier.roles.length === 0 ? `Pilih ${t.roles}` : ''}
        data={roles.map((role) => ({ value: role, label: formatRole(role, policy.role_names) }))}
        value={tier.roles}
        onChange={(next) => onChange({ roles: next })}
        error={error === 'enough' ? t.enough : undefined}
      />
      <MultiSelect
        label={t.people}
        placeholder={tier.user_ids.length === 0 ? `Pilih ${t.people}` : ''}
        description={t.people_note}
        searchable
        data={policy.approvers.map(({ user_id, name, role }) => ({
          value: user_id,
          label: `${name} (${formatRole(role, policy.role_names)})`,
        }))}
        value={tier.user_ids}
        onChange={(next) => onChange({ user_ids: next })}
      />
      {onRemove !== undefined && (
        <Group justify="flex-end">
          <Button size="compact-sm" variant="default" onClick={onRemove}>
            {t.remove_tier}
          </Button>
        </Group>
      )}
    </fieldset>
  );
}
