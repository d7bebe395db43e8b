import {
  type MovementCandidate,
  type StatementLine,
  listMovementCandidates,
  matchStatementLine,
} from '@dasbor/contract/bank-statement';
import { Button, Checkbox, Group, Modal, ScrollArea, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { buildQuery } from '../api/query.ts';
import { formatRupiah } from '../ui/amount.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { formatDay } from '../ui/instant.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { TextField } from '../ui/text-field.tsx';
import { messages } from './messages.ts';
import { useLineChange } from './use-line-change.ts';

const toKey = ({ object_type, object_id }: MovementCandidate): string => `${object_type} ${object_id}`;

/** Chooses the movements that explain a line. Enabled once they add up to it. */
export function MatchModal({
  line,
  statement_id,
  onClose,
}: {
  line: StatementLine;
  statement_id: string;
  onClose: () => void;
}) {
  const t = messages();
  const [q, setSearch] = useState('');
  const [is_exact, setExact] = useState(true);
  const [chosen, setChosen] = useState<readonly MovementCandidate[]>([]);
  const query = { ...(is_exact ? { amount: line.amount } : {}), ...(q.trim() === '' ? {} : { q: q.trim() }) };
  const list = useQuery({
    ...buildQuery(listMovementCandidates, { params: { id: statement_id }, query }),
    meta: { quiet: true },
  });
  const movements = chosen.map(({ object_type, object_id }) => ({ object_type, object_id }));
  const match = useLineChange(() => call(matchStatementLine, { params: { id: line.id }, body: { movements } }), {
    done: t.match.done,
    onDone: onClose,
  });
  const sum = chosen.reduce((total, { amount }) => total + amount, 0);
  const toggle = (movement: MovementCandidate) =>
    setChosen((before) =>
      before.some((each) => toKey(each) === toKey(movement))
        ? before.filter((each) => toKey(each) !== toKey(movement))
        : [...before, movement],
    );
  const rows = list.data?.data ?? [];
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t.match.title(formatRupiah(line.amount))}
      centered
      closeButtonProps={{ 'aria-label': t.close }}
    >
      <Stack gap="md">
        <Text fz="sm">{t.match.line}</Text>
        <TextField label={t.match.search} value={q} onChange={setSearch} maxLength={100} />
        <Checkbox
          label={t.match.only_amount}
          checked={is_exact}
          onChange={(event) => setExact(event.currentTarget.checked)}
        />
        {list.isPending && <ListSkeleton rows={3} />}
        {list.isError && <FailedState detail={list.error.message} onRetry={() => void list.refetch()} />}
        {list.data !== undefined && rows.length === 0 && <Text c="dimmed">{t.match.none}</Text>}
        <ScrollArea.Autosize mah={300}>
          <Stack gap={8}>
            {rows.map((movement) => (
              <Checkbox
                key={toKey(movement)}
                checked={chosen.some((each) => toKey(each) === toKey(movement))}
                onChange={() => toggle(movement)}
                label={`${formatRupiah(movement.amount)} · ${t.types[movement.object_type]} · ${formatDay(movement.day)}`}
                description={[movement.reference, movement.object_id].filter((part) => part !== null).join(' · ')}
              />
            ))}
          </Stack>
        </ScrollArea.Autosize>
        <Group justify="space-between">
          <Text fz="sm">{t.match.chosen(formatRupiah(sum), formatRupiah(line.amount))}</Text>
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              {t.cancel}
            </Button>
            <Button
              disabled={chosen.length === 0 || sum !== line.amount}
              loading={match.isPending}
              onClick={() => match.mutate()}
            >
              {t.match.action}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}
