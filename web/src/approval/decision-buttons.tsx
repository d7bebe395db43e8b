import type { Approval, ApprovalSubject } from '@dasbor/contract/approval';
import type { MoneyAction } from '@dasbor/contract/merchant-activity';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useInactiveReason } from '../api/merchant-activity.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { SenAmount } from '../ui/sen-amount.tsx';
import { TextField } from '../ui/text-field.tsx';
import { messages } from './messages.ts';
import { type Decision, useDecision } from './mutations.ts';
import { formatEffect, formatSummary, formatKind, formatRequester } from './subject-labels.ts';

/** What an approval starts; null: possible in every state of the merchant. */
const ACTION_BY_SUBJECT: Record<ApprovalSubject, MoneyAction | null> = {
  refund: 'provider_refunds',
  balance_transfer: 'payouts',
  disbursement: 'payouts',
  disbursement_batch: 'payouts',
  payout_account: null,
  balance_adjustment: null,
  commission_rule: null,
  credit_note: null,
  commission_statement: null,
  settlement: null,
  bank_write_off: null,
  transfer_resolution: null,
};

/** Approve and reject, each with exactly what it does; only for requests that wait for the user. */
export function DecisionButtons({ approval }: { approval: Approval }) {
  const t = messages().decision;
  const [deciding, setDeciding] = useState<Decision | null>(null);
  const inactive = useInactiveReason(ACTION_BY_SUBJECT[approval.subject_type]);
  if (!approval.may_decide) return null;
  return (
    <Group gap={6} wrap="nowrap">
      <ActionButton size="compact-sm" disabled_reason={inactive} onClick={() => setDeciding('approve')}>
        {t.approve}
      </ActionButton>
      {approval.may_reject && (
        <Button size="compact-sm" variant="default" onClick={() => setDeciding('reject')}>
          {t.reject}
        </Button>
      )}
      <Modal
        opened={deciding !== null}
        onClose={() => setDeciding(null)}
        title={deciding === 'reject' ? t.reject_title : t.approve_title}
        centered
        closeButtonProps={{ 'aria-label': messages().close }}
      >
        {deciding !== null && (
          <DecisionForm approval={approval} decision={deciding} onClose={() => setDeciding(null)} />
        )}
      </Modal>
    </Group>
  );
}

function DecisionForm(props: { approval: Approval; decision: Decision; onClose: () => void }) {
  const { approval, decision, onClose } = props;
  const t = messages().decision;
  const [reason, setReason] = useState('');
  const [was_tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const decide = useDecision(approval.id, { done: onClose, refused: ({ detail }) => setRefusal(detail) });
  const is_reject = decision === 'reject';
  const send = () => {
    setTried(true);
    setRefusal(null);
    if (is_reject && reason.trim() === '') return;
    decide.mutate({ decision, reason: reason.trim() });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stack gap="md">
        <Subject approval={approval} />
        <Text fz="sm">{is_reject ? t.reject_line : formatConsequence(approval)}</Text>
        <TextField
          label={is_reject ? t.reason : t.remark}
          required={is_reject}
          maxLength={300}
          value={reason}
          onChange={setReason}
          error={is_reject && reason.trim() === '' ? t.reason_missing : undefined}
          touched={was_tried}
          data-autofocus
        />
        {refusal !== null && (
          <Alert color="red" role="alert">
            <Text fz="sm">{refusal}</Text>
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {messages().cancel}
          </Button>
          <Button type="submit" color={is_reject ? 'red.8' : 'primary'} loading={decide.isPending}>
            {is_reject ? t.confirm_reject : t.confirm_approve}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const Subject = ({ approval }: { approval: Approval }) => (
  <div>
    <Text fw={600}>
      {formatKind(approval)}
      {approval.amount !== null && (
        <>
          {' '}
          <SenAmount amount={approval.amount} cents={approval.details.cents ?? 0} strong />
        </>
      )}
    </Text>
    <Text fz="sm" c="dimmed">
      {[formatRequester(approval), formatSummary(approval)].filter((part) => part !== null).join(' · ')}
    </Text>
  </div>
);

function formatConsequence(approval: Approval): string {
  const missing = approval.approvals_required - approval.approvals_given - 1;
  return missing > 0 ? messages().decision.approve_more(missing) : formatEffect(approval);
}
