import { disputeSettlementLine, listSettlementLines } from '@dasbor/contract/settlement';
import type { SettlementLine } from '@dasbor/contract/settlement-fields';
import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { Amount } from '../ui/amount.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { fieldLabel } from '../ui/field-label.tsx';
import { formatStatus } from '../ui/status-chip.tsx';
import { showError, showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';

interface Props {
  batch_id: string;
  line: SettlementLine;
  onClose: () => void;
}

/** The dispute of a line with the provider's answer, or the form to open one. */
export const DisputeModal = ({ batch_id, line, onClose }: Props) => (
  <Modal
    opened
    onClose={onClose}
    centered
    title={
      line.dispute_status === null
        ? messages().dispute.title(line.line_no)
        : messages().dispute.view_title(line.line_no)
    }
    closeButtonProps={{ 'aria-label': messages().close }}
  >
    {line.dispute_status === null ? (
      <RaiseForm batch_id={batch_id} line={line} onClose={onClose} />
    ) : (
      <DetailList
        rows={[
          [messages().dispute.reason, line.dispute_reason],
          [messages().dispute.status, formatStatus(line.dispute_status)],
          [messages().dispute.answer, line.dispute_answer ?? messages().dispute.no_answer],
          [
            messages().dispute.adjustment,
            line.dispute_adjustment_amount === null ? null : (
              <span key="adjustment">
                <Amount value={line.dispute_adjustment_amount} strong /> {messages().dispute.adjustment_when}
              </span>
            ),
          ],
        ]}
      />
    )}
  </Modal>
);

function RaiseForm({ batch_id, line, onClose }: Props) {
  const t = messages().dispute;
  const [reason, setReason] = useState('');
  const [touched, setTouched] = useState(false);
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: () =>
      call(disputeSettlementLine, { params: { id: batch_id, line_no: line.line_no }, body: { reason: reason.trim() } }),
    meta: { quiet: true },
    onSuccess: async () => {
      onClose();
      void client.invalidateQueries({ queryKey: buildQueryKey(listSettlementLines, { params: { id: batch_id } }) });
      await showSuccess(t.sent(line.line_no));
    },
    onError: (error) => void showError(toProblem(error).detail),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setTouched(true);
        if (reason.trim() !== '') send.mutate();
      }}
    >
      <Stack>
        <Textarea
          label={fieldLabel({ label: t.reason, required: true })}
          value={reason}
          maxLength={1000}
          autosize
          minRows={3}
          data-autofocus
          error={touched && reason.trim() === '' ? t.reason_missing : null}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {messages().cancel}
          </Button>
          <Button type="submit" loading={send.isPending}>
            {t.send}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
