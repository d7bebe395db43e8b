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

interface Props {
  batch_id: string;
  line: SettlementLine;
  onClose: () => void;
}

/** What is said of a line that seems wrong: its words and the provider's answer, or the form that raises it. */
export const DisputeModal = ({ batch_id, line, onClose }: Props) => (
  <Modal
    opened
    onClose={onClose}
    centered
    title={`Dispute${line.dispute_status === null ? '' : ' of'} line ${line.line_no}`}
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    {line.dispute_status === null ? (
      <RaiseForm batch_id={batch_id} line={line} onClose={onClose} />
    ) : (
      <DetailList
        rows={[
          ['What is wrong', line.dispute_reason],
          ['Where it stands', formatStatus(line.dispute_status)],
          ['Answer', line.dispute_answer ?? 'The provider has not answered yet.'],
          [
            'Adjustment',
            line.dispute_adjustment_amount === null ? null : (
              <span key="adjustment">
                <Amount value={line.dispute_adjustment_amount} strong /> in the next settlement
              </span>
            ),
          ],
        ]}
      />
    )}
  </Modal>
);

function RaiseForm({ batch_id, line, onClose }: Props) {
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
      await showSuccess(`Line ${line.line_no} is disputed`);
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
          label={fieldLabel({ label: 'What is wrong', required: true })}
          value={reason}
          maxLength={1000}
          autosize
          minRows={3}
          data-autofocus
          error={touched && reason.trim() === '' ? 'Say what is wrong with this line.' : null}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={send.isPending}>
            Send
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
