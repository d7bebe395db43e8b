import { BULK_REFUND_MAX, REFUND_REASONS, type RefundReason } from '@dasbor/contract/refund-fields';
import type { Transaction } from '@dasbor/contract/transaction';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../api/signed-in.ts';
import { formatRupiah } from '../ui/amount.tsx';
import { shortId } from '../ui/copyable-id.tsx';
import { ReasonedButton } from '../ui/reasoned-button.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { type BulkResults, useCreateRefunds } from './mutations.ts';
import classes from './refund.module.css';
import { REASON_WORDS } from './refund-labels.ts';
import { formatProblem } from './use-idempotency-key.ts';

const REASONS = REFUND_REASONS.map((reason) => ({ reason, name: REASON_WORDS[reason] }));

/** Asks to give the chosen payments back, each what remains of it and the way it was paid. */
export function BulkRefund({ chosen, onDone }: { chosen: Transaction[]; onDone: () => void }) {
  const [opened, dialog] = useDisclosure(false);
  const may_see = useMay('Refunds', 'view');
  const may_ask = useMay('Refunds', 'manage');
  if (!may_see) return null;
  const reason = !may_ask
    ? 'Your role may look at refunds, not ask for them.'
    : chosen.length > BULK_REFUND_MAX
      ? `Choose at most ${BULK_REFUND_MAX} payments.`
      : undefined;
  return (
    <>
      <ReasonedButton
        size="compact-sm"
        variant="default"
        reason={reason}
        leftSection={<IconArrowBackUp size={14} aria-hidden />}
        onClick={dialog.open}
      >
        Refund
      </ReasonedButton>
      <Modal
        opened={opened}
        onClose={dialog.close}
        title={`Refund ${chosen.length} ${chosen.length === 1 ? 'payment' : 'payments'}`}
        size={520}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Content
          chosen={chosen}
          onClose={(has_asked) => {
            dialog.close();
            if (has_asked) onDone();
          }}
        />
      </Modal>
    </>
  );
}

function Content({ chosen, onClose }: { chosen: Transaction[]; onClose: (has_asked: boolean) => void }) {
  const [reason, setReason] = useState<RefundReason | null>(null);
  const [text, setText] = useState('');
  const [was_tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [results, setResults] = useState<BulkResults | null>(null);
  const creation = useCreateRefunds({
    done: setResults,
    refused: (problem) => setRefusal(formatProblem(problem)),
  });
  if (results !== null) return <Results results={results} onClose={() => onClose(true)} />;
  const remaining = chosen.reduce((sum, { amount, refunded_amount }) => sum + amount - refunded_amount, 0);
  const needs_text = reason === 'other' && text.trim() === '';
  const send = () => {
    setTried(true);
    if (reason === null || needs_text || creation.isPending) return;
    const transaction_ids = chosen.map(({ id }) => id);
    creation.mutate({ transaction_ids, reason, ...(reason === 'other' ? { reason_text: text.trim() } : {}) });
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
        <Text fz="sm">
          At most {formatRupiah(remaining)} in all: of each payment what remains of it, the way it was paid. A payment
          that can go back only by transfer is refused here; give it back from its own page. Somebody else must approve
          each refund.
        </Text>
        <SelectField
          label="Reason"
          required
          options={REASONS}
          value={REASONS.find((one) => one.reason === reason) ?? null}
          onChange={(one) => setReason(one?.reason ?? null)}
          error={reason === null ? 'Choose a reason.' : undefined}
          touched={was_tried}
        />
        {reason === 'other' && (
          <TextField
            label="Why"
            required
            maxLength={140}
            value={text}
            onChange={setText}
            error={needs_text ? 'Say why in a few words.' : undefined}
            touched={was_tried}
          />
        )}
        {refusal !== null && (
          <Alert color="red" role="alert">
            <Text fz="sm">{refusal}</Text>
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => onClose(false)}>
            Cancel
          </Button>
          <Button type="submit" loading={creation.isPending}>
            Ask for {chosen.length} {chosen.length === 1 ? 'refund' : 'refunds'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Results({ results, onClose }: { results: BulkResults; onClose: () => void }) {
  const asked = results.filter(({ refusal }) => refusal === null);
  const sum = asked.reduce((total, { amount }) => total + amount, 0);
  return (
    <Stack gap="md">
      <Text role="status">
        {asked.length} of {results.length} asked for, {formatRupiah(sum)} in all.
      </Text>
      <ul className={classes.results} aria-label="Results">
        {results.map(({ transaction_id, amount, refusal }) => (
          <li key={transaction_id}>
            <span title={transaction_id}>{shortId(transaction_id)}</span>
            <span className={refusal === null ? undefined : classes.failed}>
              {refusal === null ? `${formatRupiah(amount)} asked for` : refusal.detail}
            </span>
          </li>
        ))}
      </ul>
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
