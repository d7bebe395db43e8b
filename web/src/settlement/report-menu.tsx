import type { CsvDelimiter, ReportFormat } from '@dasbor/contract/file-settings';
import {
  downloadSettlementReport,
  listReportRuns,
  listReportSchedules,
  resendReport,
  createReportRun,
} from '@dasbor/contract/report';
import type { SettlementBatch } from '@dasbor/contract/settlement-fields';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  IconChevronDown,
  IconDownload,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconFileTypePdf,
  IconMail,
} from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { call } from '../api/call.ts';
import { downloadFile } from '../api/download.ts';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey, buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { useIdempotencyKey } from '../api/use-idempotency-key.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { showError, showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';

type Batch = Pick<SettlementBatch, 'id' | 'batch_no' | 'status'>;

interface Kind {
  label: string;
  format: ReportFormat;
  /** The delimiter of the settings by default. */
  delimiter?: CsvDelimiter;
  icon: ReactElement;
}
const listKinds = (): readonly Kind[] => [
  { label: 'CSV', format: 'csv', icon: <IconFileTypeCsv size={16} aria-hidden /> },
  {
    label: messages().report.csv_semicolon,
    format: 'csv',
    delimiter: ';',
    icon: <IconFileTypeCsv size={16} aria-hidden />,
  },
  { label: 'Excel', format: 'xlsx', icon: <IconFileSpreadsheet size={16} aria-hidden /> },
  { label: 'PDF', format: 'pdf', icon: <IconFileTypePdf size={16} aria-hidden /> },
];

/** Downloads the report of a settlement. In a list the button is an icon. */
export function DownloadMenu({ batch, is_icon = false }: { batch: Batch; is_icon?: boolean }) {
  const { id, batch_no } = batch;
  const download = useMutation({
    mutationFn: ({ format, delimiter }: Kind) =>
      downloadFile(downloadSettlementReport, {
        params: { id },
        query: { format, ...(delimiter !== undefined && { delimiter }) },
        file_name: `settlement_${batch_no}.${format}`,
      }),
    meta: { quiet: true },
    onError: (error) => void showError(toProblem(error).detail),
  });
  return (
    <Menu position="bottom-end" width={220} withinPortal>
      <Menu.Target>
        {is_icon ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            loading={download.isPending}
            aria-label={messages().report.download_of(batch_no)}
          >
            <IconDownload size={16} aria-hidden />
          </ActionIcon>
        ) : (
          <Button
            variant="default"
            loading={download.isPending}
            leftSection={<IconDownload size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {messages().report.download}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {listKinds().map((kind) => (
          <Menu.Item key={kind.label} leftSection={kind.icon} onClick={() => download.mutate(kind)}>
            {kind.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Sends the report of a settlement to the recipients of report delivery: the existing file, or a new one. */
export function EmailReportButton({ batch }: { batch: Batch }) {
  const { id, status } = batch;
  const may = useHasAccess('Reports', 'manage');
  const client = useQueryClient();
  const schedules = useQuery({ ...buildQuery(listReportSchedules), enabled: may, meta: { quiet: true } });
  const idempotency = useIdempotencyKey();
  const send = useMutation({
    mutationFn: async () => {
      const runs = await call(listReportRuns, { query: { settlement_batch_id: id, limit: 20 } });
      const idempotency_key = idempotency.key();
      const ready = runs.data.find((run) => run.file_size_bytes !== null && run.finished_at !== null);
      const channels: ['email'] = ['email'];
      return ready
        ? call(resendReport, { params: { id: ready.id }, body: { channels }, idempotency_key })
        : call(createReportRun, {
            body: { report_type: 'settlement', settlement_batch_id: id, channels },
            idempotency_key,
          });
    },
    meta: { quiet: true },
    onSuccess: async () => {
      idempotency.renew();
      await client.invalidateQueries({ queryKey: buildQueryKey(listReportRuns) });
      await showSuccess(messages().report.sent);
    },
    onError: (error) => void showError(idempotency.onError(error).detail),
  });
  return (
    <ActionButton
      variant="default"
      leftSection={<IconMail size={16} aria-hidden />}
      loading={send.isPending}
      disabled_reason={getDisabledReason(may, status, schedules.data?.channels)}
      onClick={() => send.mutate()}
    >
      {messages().report.email}
    </ActionButton>
  );
}

function getDisabledReason(
  may: boolean,
  status: Batch['status'],
  channels: readonly string[] | undefined,
): string | undefined {
  const t = messages().report;
  if (!may) return t.no_access;
  if (status === 'open') return t.open;
  return channels?.includes('email') === false ? t.email_disabled : undefined;
}
