import type { ReadDisbursement } from '@dasbor/contract/disbursement-fields';
import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { IconChecks, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useInactiveReason } from '../api/merchant-activity.ts';
import { formatRupiah } from '../ui/amount.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { TextField } from '../ui/text-field.tsx';
import classes from './disbursement.module.css';
import { messages } from './messages.ts';
import { type BulkResult, useBulkDecision } from './mutations.ts';

export interface BulkDecision {
  kind: 'approve' | 'reject';
  rows: readonly ReadDisbursement[];
}

const sum = (rows: readonly ReadDisbursement[]): string =>
  formatRupiah(rows.reduce((total, row) => total + row.total_amount, 0));

interface BulkButtonsProps {
  selected: readonly ReadDisbursement[];
  onDecide: (decision: BulkDecision) => void;
}

/** Opens the decision on the selected disbursements that the user may decide. */
export function BulkDecisionButtons({ selected, onDecide }: BulkButtonsProps) {
  const t = messages().approval;
  const inactive = useInactiveReason('payouts');
  const rows = selected.filter(({ may_decide }) => may_decide);
  const nothing = rows.length === 0 ? t.nothing : undefined;
  return (
    <Group gap={6} wrap="nowrap">
      <ActionButton
        size="compact-sm"
        leftSection={<IconChecks size={15} aria-hidden />}
        disabled_reason={nothing ?? inactive}
        onClick={() => onDecide({ kind: 'approve', rows })}
      >
        {t.bulk(rows.length, sum(rows))}
      </ActionButton>
      <ActionButton
        size="compact-sm"
        variant="default"
        leftSection={<IconX size={15} aria-hidden />}
        disabled_reason={nothing}
        onClick={() => onDecide({ kind: 'reject', rows })}
      >
        {t.bulk_reject(rows.length)}
      </ActionButton>
    </Group>
  );
}

/**
 * Decides disbursements one by one and shows which were refused. It is rendered next to the list, because decided rows
 * leave the list and the selection while the others are still being sent.
 */
export function BulkDecisionModal({ decision, onClose }: { decision: BulkDecision; onClose: () => void }) {
  const t = messages().approval;
  const { kind, rows } = decision;
  const [results, setResults] = useState<BulkResult[] | null>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      title={kind === 'approve' ? t.bulk_title(rows.length) : t.bulk_reject_title(rows.length)}
      centered
      closeButtonProps={{ 'aria-label': messages().close }}
    >
      {results === null ? (
        <DecisionForm decision={decision} onClose={onClose} onDone={setResults} />
      ) : (
        <Results kind={kind} results={results} onClose={onClose} />
      )}
    </Modal>
  );
}

interface DecisionFormProps {
  decision: BulkDecision;
  onClose: () => void;
  onDone: (results: BulkResult[]) => void;
}

function DecisionForm({ decision: { kind, rows }, onClose, onDone }: DecisionFormProps) {
  const t = messages().approval;
  const [reason, setReason] = useState('');
  const [was_tried, setTried] = useState(false);
  const bulk = useBulkDecision(onDone);
  const is_reject = kind === 'reject';
  const is_missing = is_reject && reason.trim() === '';
  const send = () => {
    setTried(true);
    if (!is_missing) bulk.mutate({ rows, reason: is_reject ? reason.trim() : null });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      noValidate
    >
      <Stack gap="md">
        <Text fz="sm">{is_reject ? t.bulk_reject_line(sum(rows)) : t.bulk_line(sum(rows))}</Text>
        {is_reject && (
          <TextField
            label={t.reason}
            required
            maxLength={300}
            value={reason}
            onChange={setReason}
            error={is_missing ? t.reason_missing : undefined}
            touched={was_tried}
            data-autofocus
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {messages().cancel}
          </Button>
          <Button
            type="submit"
            loading={bulk.isPending}
            color={is_reject ? 'red.8' : 'primary'}
            data-autofocus={is_reject ? undefined : true}
          >
            {is_reject ? t.reject : t.approve}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface ResultsProps {
  kind: BulkDecision['kind'];
  results: readonly BulkResult[];
  onClose: () => void;
}

function Results({ kind, results, onClose }: ResultsProps) {
  const t = messages().approval;
  const refused = results.filter(({ detail }) => detail !== null);
  const done = results.length - refused.length;
  return (
    <Stack gap="md">
      <Text role="status">
        {kind === 'approve' ? t.bulk_done(done, results.length) : t.bulk_rejected(done, results.length)}
      </Text>
      {refused.length > 0 && (
        <List className={classes.results} fz="sm">
          {refused.map(({ row, detail }) => (
            <List.Item key={row.id}>{t.bulk_failed(row.merchant_reference, detail ?? '')}</List.Item>
          ))}
        </List>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose}>{messages().close}</Button>
      </Group>
    </Stack>
  );
}
