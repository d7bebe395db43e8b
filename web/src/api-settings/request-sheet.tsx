import { type ApiRequest, type ApiRequestDetail, getApiRequest } from '@dasbor/contract/api-log';
import { Drawer, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toProblem } from '../api/problem.ts';
import { buildQuery } from '../api/query.ts';
import { CopyableId } from '../ui/copyable-id.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { JsonBlock } from '../ui/json-block.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import { logMessages } from './log-messages.ts';
import { RequestStatus } from './request-status.tsx';

/** One request with its redacted bodies. */
export function RequestSheet({ shown, onClose }: { shown: ApiRequest; onClose: () => void }) {
  const t = logMessages();
  const detail = useQuery({ ...buildQuery(getApiRequest, { params: { id: shown.id } }), meta: { quiet: true } });
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={560}
      title={`${shown.method} ${shown.path_pattern}`}
      styles={{ title: { fontSize: 16, fontWeight: 650 } }}
      closeButtonProps={{ 'aria-label': t.close }}
    >
      <Stack gap="lg">
        {detail.isPending && <CardSkeleton lines={6} />}
        {detail.isError && (
          <FailedState detail={toProblem(detail.error).detail} onRetry={() => void detail.refetch()} />
        )}
        {detail.data !== undefined && <RequestDetails row={detail.data.data} />}
      </Stack>
    </Drawer>
  );
}

function RequestDetails({ row }: { row: ApiRequestDetail }) {
  const t = logMessages();
  return (
    <>
      <DetailList
        rows={[
          [t.columns.status, <RequestStatus key="status" row={row} />],
          [t.columns.time, <Instant key="at" at={row.at} seconds />],
          [t.request_id, <CopyableId key="id" value={row.id} label={t.request_id} />],
          [t.columns.path, row.path],
          [t.columns.elapsed, t.milliseconds(row.elapsed_ms)],
          [t.columns.key, row.api_key_name],
          [t.columns.ip, row.ip],
          [t.user_agent, row.user_agent],
          [t.error_code, row.error_code],
          [t.idempotency_key, row.idempotency_key],
          [t.replay, row.is_replay ? t.yes : t.no],
        ]}
      />
      <BodyPart title={t.request_body} body={row.request_body} note={getNote(row, row.request_bytes)} />
      <BodyPart title={t.response_body} body={row.response_body} note={getNote(row, row.response_bytes)} />
    </>
  );
}

function getNote({ is_hidden }: ApiRequestDetail, bytes: number): string {
  const t = logMessages();
  if (bytes === 0) return t.no_body;
  return is_hidden ? t.hidden : t.not_stored(bytes);
}

const BodyPart = ({ title, body, note }: { title: string; body: unknown; note: string }): ReactNode => (
  <section aria-label={title}>
    <Title order={3} fz={14} mb={8}>
      {title}
    </Title>
    {body === null || body === undefined ? (
      <Text c="dimmed" fz="sm">
        {note}
      </Text>
    ) : (
      <JsonBlock value={body} label={title} />
    )}
  </section>
);
