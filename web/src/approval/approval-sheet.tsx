import { type ApprovalDetail, getApproval } from '@dasbor/contract/approval';
import { Drawer, Stack, Text, Title } from '@mantine/core';
import { IconFileInvoice, IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildQuery, buildQueryKey } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { CopyableId } from '../ui/copyable-id.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { SenAmount } from '../ui/sen-amount.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { EventTimeline } from '../ui/timeline.tsx';
import classes from './approval.module.css';
import { DecisionButtons } from './decision-buttons.tsx';
import { messages } from './messages.ts';
import { formatRole } from './role-labels.ts';
import { formatAccount, formatKind, formatReason, formatRequester, formatSubject } from './subject-labels.ts';

/** One request at its own address: `?approval=apr_…`. */
export function ApprovalSheet() {
  const { approval: id } = useSearch({ strict: false });
  const navigate = useNavigate();
  const close = () =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, approval: undefined }),
      replace: true,
      resetScroll: false,
    });
  return (
    <Drawer
      opened={id !== undefined}
      onClose={close}
      position="right"
      size={480}
      title={messages().sheet.title}
      styles={{ title: { fontSize: 16, fontWeight: 650 } }}
      closeButtonProps={{ 'aria-label': messages().close }}
    >
      {id !== undefined && <LoadedApproval id={id} />}
    </Drawer>
  );
}

function LoadedApproval({ id }: { id: string }) {
  const client = useQueryClient();
  const query = useQuery({ ...buildQuery(getApproval, { params: { id } }), meta: { quiet: true } });
  useLiveBatch('approval', () => {
    void client.invalidateQueries({ queryKey: buildQueryKey(getApproval, { params: { id } }) });
  });
  if (query.data !== undefined) return <Details approval={query.data.data} />;
  if (query.isPending) return <CardSkeleton />;
  if (query.error.status_code === 404) {
    return (
      <EmptyState title={messages().sheet.not_found}>
        <code>{id}</code>
      </EmptyState>
    );
  }
  return (
    <FailedState
      detail={query.error.message}
      request_id={query.error.request_id}
      onRetry={() => void query.refetch()}
    />
  );
}

function Details({ approval }: { approval: ApprovalDetail }) {
  const t = messages();
  const why_not = findObstacle(approval);
  return (
    <Stack gap="lg">
      <div className={classes.head}>
        <div>
          <Text fz="sm" c="dimmed">
            {formatKind(approval)}
          </Text>
          {approval.amount !== null && (
            <Text component="div" fz={22} fw={650}>
              <SenAmount amount={approval.amount} cents={approval.details.cents ?? 0} strong />
            </Text>
          )}
        </div>
        <StatusChip status={approval.status} />
      </div>
      <DecisionButtons approval={approval} />
      {why_not !== null && (
        <Text fz="sm" c="dimmed">
          {why_not}
        </Text>
      )}
      <DetailList rows={listDetails(approval)} />
      <SubjectLink approval={approval} />
      <section aria-label={t.sheet.decisions}>
        <Title order={3} fz={14} mb={8}>
          {t.sheet.decisions}
        </Title>
        <EventTimeline events={listEvents(approval)} />
      </section>
    </Stack>
  );
}

/** Why an open request does not wait for the user; null when it does, or when it is closed. */
function findObstacle(approval: ApprovalDetail): string | null {
  const t = messages().sheet;
  if (approval.status !== 'pending' || approval.may_decide) return null;
  if (approval.is_own) return t.own;
  const missing = approval.approvals_required - approval.approvals_given;
  return messages().missing(missing);
}

function listDetails(approval: ApprovalDetail): (readonly [string, ReactNode])[] {
  const t = messages();
  const { details, policy } = approval;
  const approvers = [...policy.roles.map((role) => formatRole(role, policy.role_names)), ...policy.people];
  const by_key = approval.requested_by_type === 'api_key' ? ` (${t.sheet.by_key})` : '';
  return [
    [t.columns.requested_by, formatRequester(approval) + by_key],
    ...(details.reason === null ? [] : [[t.sheet.reason, formatReason(details)] as const]),
    ...(formatAccount(details) === null ? [] : [[t.sheet.account, formatAccount(details)] as const]),
    ...(details.batch_no ? [[formatSubject(approval.subject_type), details.batch_no] as const] : []),
    ...(details.transaction_id === null
      ? []
      : [[t.sheet.payment, details.merchant_reference ?? details.transaction_id] as const]),
    [t.columns.progress, t.progress(approval.approvals_given, approval.approvals_required)],
    [
      t.sheet.policy,
      approval.subject_type === 'settlement'
        ? t.sheet.policy_settlement
        : policy.version === 0
          ? t.sheet.policy_default
          : t.sheet.policy_version(policy.version, approval.approvals_required),
    ],
    ...(approvers.length === 0 ? [] : [[t.sheet.approvers, approvers.join(', ')] as const]),
    ...(approval.status === 'pending' && approval.expires_at !== null
      ? [[t.columns.expires, <Instant key="expires" at={approval.expires_at} />] as const]
      : []),
    [t.sheet.id, <CopyableId key="id" value={approval.id} label={t.sheet.id} />],
  ];
}

/** Link to what the request is about. */
function SubjectLink({ approval: { subject_type, subject_id, merchant_id, details } }: { approval: ApprovalDetail }) {
  const t = messages().sheet.open;
  const may_view_merchants = useHasAccess('Merchants', 'view');
  if (subject_type === 'balance_adjustment') {
    return may_view_merchants && merchant_id !== null ? (
      <Link to="/merchant/$id" params={{ id: merchant_id }} search={{ tab: 'balances' }} className={classes.link}>
        {t.balance_adjustment}
      </Link>
    ) : null;
  }
  const target = {
    refund: { to: `/transaction/${details.transaction_id}`, search: { refund: subject_id } as Record<string, string> },
    balance_transfer: { to: '/deposit-va', search: {} },
    disbursement: { to: `/disbursement/${subject_id}`, search: {} },
    payout_account: { to: '/settings', search: { tab: 'payouts' } },
    disbursement_batch: { to: `/disbursement/${subject_id}`, search: {} },
    settlement: { to: '/settlement/report/detail', search: { batch_id: subject_id } },
    bank_write_off: { to: `/bank-statement/${details.statement_id}`, search: {} },
    transfer_resolution: { to: '/dashboard', search: { tab: 'exceptions' } },
    commission_rule: { to: `/account-group-commission/${subject_id}`, search: {} },
    credit_note: { to: `/invoice/${details.invoice_id}`, search: {} },
    commission_statement: {
      to: `/account-group-commission/${details.commission_rule_id}`,
      search: { tab: 'statements', statement: subject_id },
    },
  }[subject_type];
  return (
    <Link to={target.to} search={target.search} className={classes.link}>
      {t[subject_type]}
    </Link>
  );
}

const listEvents = (approval: ApprovalDetail) => {
  const t = messages().sheet;
  const decisions = approval.decisions.map(({ person, decision, reason, decided_at }) => ({
    key: `${decided_at}${person}`,
    at: decided_at,
    icon: decision === 'approve' ? IconThumbUp : IconThumbDown,
    chip:
      decision === 'approve'
        ? ({ status: 'approved', tone: 'success', label: t.approved } as const)
        : ({ status: 'rejected', tone: 'danger', label: t.rejected } as const),
    actor: person,
    note: reason,
  }));
  const requested = {
    key: 'requested',
    at: approval.created_at,
    icon: IconFileInvoice,
    chip: { status: 'pending', tone: 'pending', label: t.requested } as const,
    actor: formatRequester(approval),
    note: formatReason(approval.details),
  };
  return [requested, ...decisions].toReversed();
};
