import { type ApprovalPolicy, listApprovalPolicies } from '@dasbor/contract/approval';
import { Alert, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { formatRupiah } from '../ui/amount.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import classes from './approval.module.css';
import { messages } from './messages.ts';
import { type PolicyWithApprovers, PolicyModal } from './policy-modal.tsx';
import { formatRole } from './role-labels.ts';
import { formatSubject } from './subject-labels.ts';

/** The approval policies in force, each with who may approve what. */
export function PoliciesPanel() {
  const t = messages().policies;
  const [editing, setEditing] = useState<PolicyWithApprovers | null>(null);
  const policies = useQuery({ ...buildQuery(listApprovalPolicies), meta: { quiet: true } });
  if (policies.isPending) return <CardSkeleton lines={8} />;
  if (policies.data === undefined) {
    const { message, request_id } = policies.error;
    return <FailedState detail={message} request_id={request_id} onRetry={() => void policies.refetch()} />;
  }
  return (
    <Stack gap="sm">
      <Text c="dimmed" fz="sm">
        {t.line}
      </Text>
      <div className={classes.policies}>
        {policies.data.data.map((policy) => (
          <PolicyCard key={policy.subject_type} policy={policy} onEdit={() => setEditing(policy)} />
        ))}
      </div>
      {editing !== null && (
        <PolicyModal
          key={`${editing.subject_type}${editing.version}`}
          policy={editing}
          onClose={() => setEditing(null)}
        />
      )}
    </Stack>
  );
}

function PolicyCard({ policy, onEdit }: { policy: PolicyWithApprovers; onEdit: () => void }) {
  const t = messages().policies;
  const may = useHasAccess('Users', 'manage');
  const title = formatSubject(policy.subject_type);
  const has_amount = policy.subject_type !== 'payout_account';
  return (
    <section className={classes.policy} aria-label={title}>
      <div className={classes.head}>
        <Title order={2} fz="md">
          {title}
        </Title>
        <Text fz="xs" c="dimmed">
          {policy.version === 0 ? t.default_note : t.version(policy.version)}
        </Text>
      </div>
      {!policy.is_approvable && <Alert color="yellow">{t.not_approvable}</Alert>}
      <DetailList
        rows={[
          ...policy.tiers.map((tier) => [formatRange(policy, tier), formatTier(policy, tier)] as const),
          ...(has_amount
            ? [[t.daily_limit, policy.daily_limit === null ? t.no_limit : formatRupiah(policy.daily_limit)] as const]
            : []),
          [t.expiry, t.hours(policy.expires_after_hours)],
        ]}
      />
      <div>
        <ActionButton
          size="compact-sm"
          variant="default"
          disabled_reason={may ? undefined : t.no_access}
          onClick={onEdit}
        >
          {t.edit}
        </ActionButton>
      </div>
    </section>
  );
}

type Tier = ApprovalPolicy['tiers'][number];

const formatRange = ({ tiers }: ApprovalPolicy, { amount_from }: Tier): string => {
  const t = messages().policies;
  return tiers.length === 1 ? t.any_amount : t.tier_from(formatRupiah(amount_from));
};

function formatTier(
  { approvers, role_names }: PolicyWithApprovers,
  { approvals_required, roles, user_ids }: Tier,
): string {
  const t = messages().policies;
  const people = user_ids.map((id) => approvers.find(({ user_id }) => user_id === id)?.name ?? id);
  const named = [...roles.map((role) => formatRole(role, role_names)), ...people];
  return `${t.approvals(approvals_required)}: ${named.length === 0 ? t.anyone : named.join(', ')}`;
}
