import {
  type StatementLine,
  decideWriteOff,
  unmatchStatementLine,
  writeOffStatementLine,
} from '@dasbor/contract/bank-statement';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../api/call.ts';
import { useMay } from '../api/signed-in.ts';
import { formatRupiah } from '../ui/amount.tsx';
import { TextField } from '../ui/text-field.tsx';
import { MatchModal } from './match-modal.tsx';
import { messages } from './messages.ts';
import { useLineChange } from './use-line-change.ts';

const SMALL = { size: 'compact-sm', variant: 'default' } as const;

/** What may be done with a line now. */
export function LineActions({ line }: { line: StatementLine }) {
  const may_manage = useMay('Merchant finance', 'manage');
  if (!may_manage) return null;
  if (line.status === 'matched') return <UnmatchButton line={line} />;
  if (line.status === 'written_off') return null;
  return line.write_off === null ? <ExplainButtons line={line} /> : <DecisionButtons line={line} />;
}

function UnmatchButton({ line: { id } }: { line: StatementLine }) {
  const t = messages().match;
  const unmatch = useLineChange(() => call(unmatchStatementLine, { params: { id } }), { done: t.undone });
  return (
    <Button {...SMALL} loading={unmatch.isPending} onClick={() => unmatch.mutate()}>
      {t.undo}
    </Button>
  );
}

function ExplainButtons({ line }: { line: StatementLine }) {
  const t = messages();
  const { id: statement_id = '' } = useParams({ strict: false }) as { id?: string };
  const [open, setOpen] = useState<'match' | 'write_off' | null>(null);
  const close = () => setOpen(null);
  return (
    <Group gap={6} wrap="nowrap">
      <Button {...SMALL} onClick={() => setOpen('match')}>
        {t.match.action}
      </Button>
      <Button {...SMALL} onClick={() => setOpen('write_off')}>
        {t.write_off.action}
      </Button>
      {open === 'match' && <MatchModal line={line} statement_id={statement_id} onClose={close} />}
      {open === 'write_off' && <WriteOffModal line={line} onClose={close} />}
    </Group>
  );
}

function DecisionButtons({ line: { id, write_off } }: { line: StatementLine }) {
  const t = messages().write_off;
  const decide = (decision: 'approve' | 'reject') => call(decideWriteOff, { params: { id }, body: { decision } });
  const approve = useLineChange(() => decide('approve'), { done: t.approved });
  const reject = useLineChange(() => decide('reject'), { done: t.rejected });
  return (
    <Group gap={6} wrap="nowrap">
      {write_off?.is_own === false && (
        <Button size="compact-sm" loading={approve.isPending} onClick={() => approve.mutate()}>
          {t.approve}
        </Button>
      )}
      <Button {...SMALL} loading={reject.isPending} onClick={() => reject.mutate()}>
        {write_off?.is_own === true ? t.withdraw : t.reject}
      </Button>
    </Group>
  );
}

function WriteOffModal({ line, onClose }: { line: StatementLine; onClose: () => void }) {
  const t = messages();
  const [reason, setReason] = useState('');
  const [is_tried, setTried] = useState(false);
  const request = useLineChange(
    () => call(writeOffStatementLine, { params: { id: line.id }, body: { reason: reason.trim() } }),
    { done: t.write_off.requested, onDone: onClose },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (reason.trim() !== '') request.mutate();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.write_off.title(formatRupiah(line.amount))}
      centered
      closeButtonProps={{ 'aria-label': t.close }}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text fz="sm">{t.write_off.effect}</Text>
          <TextField
            label={t.write_off.reason}
            required
            maxLength={200}
            value={reason}
            onChange={setReason}
            error={reason.trim() === '' ? t.write_off.reason_missing : null}
            touched={is_tried}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t.cancel}
            </Button>
            <Button type="submit" loading={request.isPending}>
              {t.write_off.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
