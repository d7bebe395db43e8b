import { BULK_REFUND_MAX, type RefundReason } from '@dasbor/contract/refund-fields';
import type { Transaction } from '@dasbor/contract/transaction';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useInactiveReason } from '../api/merchant-activity.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { formatRupiah } from '../ui/amount.tsx';
import { shortenId } from '../ui/copyable-id.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { type BulkResults, useCreateRefunds } from './mutations.ts';
import classes from './refund.module.css';
import { listReasonOptions } from './refund-labels.ts';
import { formatProblem } from './problem-text.ts';
import { messages } from './messages.ts';

/** Requests refunds of the selected payments: the refundable amount of each, to its original payment method. */
export function BulkRefund({ selected, onDone }: { selected: Transaction[]; onDone: () => void }) {
  const t = messages();
  const [opened, dialog] = useDisclosure(false);
  const may_see = useHasAccess('Refunds', 'view');
  const may_create = useHasAccess('Refunds', 'manage');
  const inactive = useInactiveReason('refunds');
  if (!may_see) return null;
  const reason = !may_create
    ? t.no_create_access
    : selected.length > BULK_REFUND_MAX
      ? t.bulk.max(BULK_REFUND_MAX)
      : inactive;
  return (
    <>
      <ActionButton
        size="compact-sm"
        variant="default"
        disabled_reason={reason}
        leftSection={<IconArrowBackUp size={14} aria-hidden />}
        onClick={dialog.open}
      >
        {t.panel.refund}
      </ActionButton>
      <Modal
        opened={opened}
        onClose={dialog.close}
        title={t.bulk.title(selected.length)}
        size={520}
        closeButtonProps={{ 'aria-label': t.close }}
      >
        <Content
          selected={selected}
          onClose={(has_created) => {
            dialog.close();
            if (has_created) onDone();
          }}
        />
      </Modal>
    </>
  );
}

function Content({ selected, onClose }: { selected: Transaction[]; onClose: (has_created: boolean) => void }) {
  const t = messages();
  const reasons = listReasonOptions();
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
  const remaining = selected.reduce((sum, { amount, refunded_amount }) => sum + amount - refunded_amount, 0);
  const needs_text = reason === 'other' && text.trim() === '';
  const send = () => {
    setTried(true);
    if (reason === null || needs_text || creation.isPending) return;
    const transaction_ids = selected.map(({ id }) => id);
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
        <Text fz="sm">{t.bulk.line(formatRupiah(remaining))}</Text>
        <SelectField
          label={t.form.reason}
          required
          options={reasons}
          value={reasons.find((one) => one.reason === reason) ?? null}
          onChange={(one) => setReason(one?.reason ?? null)}
          error={reason === null ? t.form.reason_missing : undefined}
          touched={was_tried}
        />
        {reason === 'other' && (
          <TextField
            label={t.form.reason_text}
            required
            maxLength={140}
            value={text}
            onChange={setText}
            error={needs_text ? t.form.reason_text_missing : undefined}
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
            {t.cancel}
          </Button>
          <Button type="submit" loading={creation.isPending}>
            {t.bulk.submit(selected.length)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Results({ results, onClose }: { results: BulkResults; onClose: () => void }) {
  const t = messages().bulk;
  const requested = results.filter(({ refusal }) => refusal === null);
  const sum = requested.reduce((total, { amount }) => total + amount, 0);
  return (
    <Stack gap="md">
      <Text role="status">{t.result(requested.length, results.length, formatRupiah(sum))}</Text>
      <ul className={classes.results} aria-label={t.results}>
        {results.map(({ transaction_id, amount, refusal }) => (
          <li key={transaction_id}>
            <span title={transaction_id}>{shortenId(transaction_id)}</span>
            <span className={refusal === null ? undefined : classes.failed}>
              {refusal === null ? t.requested(formatRupiah(amount)) : refusal.detail}
            </span>
          </li>
        ))}
      </ul>
      <Group justify="flex-end">
        <Button onClick={onClose}>{t.done}</Button>
      </Group>
    </Stack>
  );
}
