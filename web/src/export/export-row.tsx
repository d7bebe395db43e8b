import { type Export, deleteExport, downloadExport, listExports } from '@dasbor/contract/export';
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
import { FORMAT_LABELS, listLabel, formatFilter, getPercent } from './labels.ts';

const isUnderWay = ({ status }: Export) => status === 'waiting' || status === 'running';

/** One export: what it is, how far it is, its files, and the way to end it. */
export function ExportRow({ made }: { made: Export }) {
  const { profile } = useSignedIn();
  const name = `${listLabel[made.list]} as ${FORMAT_LABELS[made.format]}`;
  const filter = formatFilter(made);
  return (
    <li className={classes.row} aria-label={name}>
      <div className={classes.head}>
        <Text fw={600} component="span">
          {listLabel[made.list]}{' '}
          <Text span c="dimmed" fw={450}>
            {FORMAT_LABELS[made.format]}
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
      {isUnderWay(made) && <Way made={made} />}
      {made.error !== null && (
        <Text fz="sm" className={classes.error}>
          {made.error}
        </Text>
      )}
      {made.files.length > 0 && <Files made={made} name={name} />}
      <Text c="dimmed" fz="xs" component="div" className={classes.foot}>
        <span>
          {made.created_by === profile?.id ? 'You' : made.created_by_name}, <Instant at={made.created_at} />
        </span>
        {made.status === 'ready' && made.expires_at !== null && <span>Until {formatInstant(made.expires_at)}</span>}
        {made.status === 'expired' && <span>Its files were deleted after seven days</span>}
      </Text>
    </li>
  );
}

const Status = ({ made: { status } }: { made: Export }) =>
  status === 'ready' ? (
    <StatusChip status="ready" meaning="done" />
  ) : status === 'running' ? (
    <StatusChip status="running" meaning="waiting" label="Preparing" />
  ) : (
    <StatusChip status={status} />
  );

/** Real progress: rows written of the rows in all. */
function Way({ made }: { made: Export }) {
  const { status, rows_done, row_count } = made;
  const words =
    status === 'waiting'
      ? 'Waits for its turn'
      : row_count === null
        ? 'Counting the rows'
        : `${formatCount(rows_done)} of ${formatCount(row_count)} rows`;
  return (
    <div className={classes.way}>
      <Progress
        value={getPercent(made)}
        size="sm"
        animated={status === 'running'}
        striped={status === 'running'}
        aria-label={`${listLabel[made.list]}: progress`}
      />
      <Text fz="xs" c="dimmed" role="status">
        {words}
      </Text>
    </div>
  );
}

function Files({ made, name }: { made: Export; name: string }) {
  const download = useMutation({
    mutationFn: (part: number) =>
      downloadFile(downloadExport, {
        params: { id: made.id },
        query: { part },
        file_name: `${made.list}.${made.format}`,
      }),
    meta: { quiet: true },
    onError: (error) => void showError(`The download failed: ${toProblem(error).detail}`),
  });
  return (
    <ul className={classes.files} aria-label={`Files of ${name}`}>
      {made.files.map((file) => (
        <li key={file.part_no}>
          <Button
            variant="light"
            size="compact-sm"
            px={10}
            leftSection={<IconDownload size={14} aria-hidden />}
            loading={download.isPending && download.variables === file.part_no}
            aria-label={`Download ${file.name}`}
            onClick={() => download.mutate(file.part_no)}
          >
            {made.files.length === 1 ? 'Download' : `Part ${file.part_no}`}
          </Button>
          <Text span fz="xs" c="dimmed">
            {formatCount(file.row_count)} rows · {formatBytes(file.size_bytes)}
          </Text>
        </li>
      ))}
    </ul>
  );
}

/** Cancels what is under way at once; removing a file that can still be downloaded asks first. */
function EndButton({ made, name }: { made: Export; name: string }) {
  const client = useQueryClient();
  const [is_asking, setAsking] = useState(false);
  const end = useMutation({
    mutationFn: () => call(deleteExport, { params: { id: made.id } }),
    meta: { quiet: true },
    onSuccess: () => client.invalidateQueries({ queryKey: buildQueryKey(listExports) }),
    onError: (error) => void showError(toProblem(error).detail),
    onSettled: () => setAsking(false),
  });
  const words = isUnderWay(made) ? 'Cancel' : 'Remove';
  return (
    <>
      <Tooltip label={words}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`${words} ${name}`}
          loading={end.isPending}
          onClick={() => (made.status === 'ready' ? setAsking(true) : end.mutate())}
        >
          {isUnderWay(made) ? <IconX size={16} aria-hidden /> : <IconTrash size={16} aria-hidden />}
        </ActionIcon>
      </Tooltip>
      <ConfirmModal
        opened={is_asking}
        title="Remove this export?"
        confirm="Remove"
        is_dangerous
        is_busy={end.isPending}
        onConfirm={() => end.mutate()}
        onClose={() => setAsking(false)}
      >
        Its files are deleted for everybody. The list itself stays as it is, and can be exported again.
      </ConfirmModal>
    </>
  );
}
