import {
  EXPORT_FORMAT_LABELS,
  EXPORT_RETENTION_DAYS,
  type Export,
  deleteExport,
  downloadExport,
  listExports,
} from '@dasbor/contract/export';
import { ActionIcon, Button, Progress, Text, Tooltip } from '@mantine/core';
import { IconDownload, IconTrash, IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { downloadFile } from '../api/download.ts';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { useSignedIn } from '../api/signed-in.ts';
import { formatCount } from '../ui/amount.tsx';
import { formatBytes } from '../ui/bytes.ts';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { Instant, formatInstant } from '../ui/instant.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { showError } from '../ui/toast.ts';
import classes from './export.module.css';
import { formatFilter, calculatePercent, formatExportList } from './labels.ts';
import { messages } from './messages.ts';

const isUnfinished = ({ status }: Export) => status === 'waiting' || status === 'running';

/** One export with its filter, progress, files, and the button to cancel or delete it. */
export function ExportRow({ made, is_current }: { made: Export; is_current: boolean }) {
  const t = messages();
  const { profile } = useSignedIn();
  const name = t.name(formatExportList(made.list), EXPORT_FORMAT_LABELS[made.format]);
  const filter = formatFilter(made);
  return (
    <li className={classes.row} aria-label={name} aria-current={is_current || undefined}>
      <div className={classes.head}>
        <Text fw={600} component="span">
          {formatExportList(made.list)}{' '}
          <Text span c="dimmed" fw={450}>
            {EXPORT_FORMAT_LABELS[made.format]}
          </Text>
        </Text>
        <Status made={made} />
        <EndButton made={made} name={name} />
      </div>
      {filter !== '' && (
        <Text c="dimmed" fz="sm" className={classes.filter}>
          {filter}
        </Text>
      )}
      {isUnfinished(made) && <ProgressLine made={made} />}
      {made.error !== null && (
        <Text fz="sm" className={classes.error}>
          {made.error}
        </Text>
      )}
      {made.files.length > 0 && <Files made={made} name={name} />}
      <Text c="dimmed" fz="xs" component="div" className={classes.foot}>
        <span>
          {made.created_by === profile?.id ? t.by_you : made.created_by_name}, <Instant at={made.created_at} />
        </span>
        {made.status === 'ready' && made.expires_at !== null && <span>{t.until(formatInstant(made.expires_at))}</span>}
        {made.status === 'expired' && <span>{t.expired(EXPORT_RETENTION_DAYS)}</span>}
      </Text>
    </li>
  );
}

const Status = ({ made: { status } }: { made: Export }) =>
  status === 'ready' ? (
    <StatusChip status="ready" tone="success" />
  ) : status === 'running' ? (
    <StatusChip status="running" tone="pending" label={messages().preparing} />
  ) : (
    <StatusChip status={status} />
  );

/** Progress: rows written of the total. */
function ProgressLine({ made }: { made: Export }) {
  const { status, rows_done, row_count } = made;
  const t = messages();
  const text =
    status === 'waiting'
      ? t.queued
      : row_count === null
        ? t.counting
        : t.rows_done(formatCount(rows_done), formatCount(row_count));
  return (
    <div className={classes.progress}>
      <Progress
        value={calculatePercent(made)}
        size="sm"
        animated={status === 'running'}
        striped={status === 'running'}
        aria-label={t.progress_of(formatExportList(made.list))}
      />
      <Text fz="xs" c="dimmed" role="status">
        {text}
      </Text>
    </div>
  );
}

function Files({ made, name }: { made: Export; name: string }) {
  const t = messages();
  const download = useMutation({
    mutationFn: (part: number) =>
      downloadFile(downloadExport, {
        params: { id: made.id },
        query: { part },
        file_name: `${made.list}.${made.format}`,
      }),
    meta: { quiet: true },
    onError: (error) => void showError(t.download_failed(toProblem(error).detail)),
  });
  return (
    <ul className={classes.files} aria-label={t.files_of(name)}>
      {made.files.map((file) => (
        <li key={file.part_no}>
          <Button
            variant="light"
            size="compact-sm"
            px={10}
            leftSection={<IconDownload size={14} aria-hidden />}
            loading={download.isPending && download.variables === file.part_no}
            aria-label={t.download_of(file.name)}
            onClick={() => download.mutate(file.part_no)}
          >
            {made.files.length === 1 ? t.download : t.part(file.part_no)}
          </Button>
          <Text span fz="xs" c="dimmed">
            {t.rows(file.row_count, formatCount(file.row_count))} · {formatBytes(file.size_bytes)}
          </Text>
        </li>
      ))}
    </ul>
  );
}

/** Cancels an unfinished export immediately; deleting files that can still be downloaded needs confirmation. */
function EndButton({ made, name }: { made: Export; name: string }) {
  const client = useQueryClient();
  const [is_confirming, setConfirming] = useState(false);
  const end = useMutation({
    mutationFn: () => call(deleteExport, { params: { id: made.id } }),
    meta: { quiet: true },
    onSuccess: () => client.invalidateQueries({ queryKey: buildQueryKey(listExports) }),
    onError: (error) => void showError(toProblem(error).detail),
    onSettled: () => setConfirming(false),
  });
  const t = messages();
  const label = isUnfinished(made) ? t.cancel : t.delete;
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={isUnfinished(made) ? t.cancel_of(name) : t.delete_of(name)}
          loading={end.isPending}
          onClick={() => (made.status === 'ready' ? setConfirming(true) : end.mutate())}
        >
          {isUnfinished(made) ? <IconX size={16} aria-hidden /> : <IconTrash size={16} aria-hidden />}
        </ActionIcon>
      </Tooltip>
      <ConfirmModal
        opened={is_confirming}
        title={t.delete_title}
        confirm={t.delete}
        is_dangerous
        is_busy={end.isPending}
        onConfirm={() => end.mutate()}
        onClose={() => setConfirming(false)}
      >
        {t.delete_line}
      </ConfirmModal>
    </>
  );
}
