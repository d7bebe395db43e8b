import {
  type StatementLine,
  decideWriteOff,
  reverseWriteOff,
  unmatchStatementLine,
  writeOffStatementLine,
} from '@dasbor/contract/bank-statement';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../api/call.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { formatSen } from '../ui/sen-amount.tsx';
import { TextField } from '../ui/text-field.tsx';
import { MatchModal } from './match-modal.tsx';
import { messages } from './messages.ts';
import { useLineChange } from './use-line-change.ts';

const SMALL = { size: 'compact-sm', variant: 'default' } as const;

/** Actions of a line in its current status. */
export function LineActions({ line }: { line: StatementLine }) {
  const may_manage = useHasAccess('Merchant finance', 'manage');
  if (!may_manage) return null;
  if (line.status === 'matched') return <UnmatchButton line={line} />;
  const { write_off } = line;
  if (line.status === 'written_off') {
    return write_off?.reversal ? (
      <DecisionButtons id={line.id} is_own={write_off.reversal.is_own} is_reversal />
    ) : (
      <ReverseButton line={line} />
    );
  }
  return write_off === null ? (
    <ExplainButtons line={line} />
  ) : (
    <DecisionButtons id={line.id} is_own={write_off.is_own} />
  );
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
      {line.cents === 0 && (
        <Button {...SMALL} onClick={() => setOpen('match')}>
          {t.match.action}
        </Button>
      )}
      <Button {...SMALL} onClick={() => setOpen('write_off')}>
        {t.write_off.action}
      </Button>
      {open === 'match' && <MatchModal line={line} statement_id={statement_id} onClose={close} />}
      {open === 'write_off' && (
        <ReasonModal
          texts={t.write_off}
          line={line}
          request={(reason) => call(writeOffStatementLine, { params: { id: line.id }, body: { reason } })}
          onClose={close}
        />
      )}
    </Group>
  );
}

function ReverseButton({ line }: { line: StatementLine }) {
  const t = messages().reversal;
  const [is_open, setOpen] = useState(false);
  return (
    <>
      <Button {...SMALL} onClick={() => setOpen(true)}>
        {t.action}
      </Button>
      {is_open && (
        <ReasonModal
          texts={t}
          line={line}
          request={(reason) => call(reverseWriteOff, { params: { id: line.id }, body: { reason } })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface DecisionProps {
  id: string;
  is_own: boolean;
  is_reversal?: boolean;
}
function DecisionButtons({ id, is_own, is_reversal = false }: DecisionProps) {
  const t = messages().write_off;
  const done = is_reversal ? messages().reversal : t;
  const decide = (decision: 'approve' | 'reject') => call(decideWriteOff, { params: { id }, body: { decision } });
  const approve = useLineChange(() => decide('approve'), { done: done.approved });
  const reject = useLineChange(() => decide('reject'), { done: done.rejected });
  return (
    <Group gap={6} wrap="nowrap">
      {!is_own && (
        <Button size="compact-sm" loading={approve.isPending} onClick={() => approve.mutate()}>
          {t.approve}
        </Button>
      )}
      <Button {...SMALL} loading={reject.isPending} onClick={() => reject.mutate()}>
        {is_own ? t.withdraw : t.reject}
      </Button>
    </Group>
  );
}

interface ReasonProps {
  texts: { title: (amount: string) => string; effect: string; submit: string; requested: string };
  line: StatementLine;
  request: (reason: string) => Promise<unknown>;
  onClose: () => void;
}
/** Requests a write-off or its reversal, with the reason that the second person reads. */
function ReasonModal({ texts, line, request, onClose }: ReasonProps) {
  const t = messages();
  const [reason, setReason] = useState('');
  const [is_tried, setTried] = useState(false);
  const send = useLineChange(() => request(reason.trim()), { done: texts.requested, onDone: onClose });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (reason.trim() !== '') send.mutate();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.title(formatSen(line.amount, line.cents))}
      centered
      closeButtonProps={{ 'aria-label': t.close }}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text fz="sm">{texts.effect}</Text>
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
            <Button type="submit" loading={send.isPending}>
              {texts.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
