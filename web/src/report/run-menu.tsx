import { type ReportFormat } from '@dasbor/contract/file-settings';
import {
  type ReportChannel,
  type ReportRun,
  listReportRuns,
  listReportSchedules,
  regenerateReport,
  resendReport,
} from '@dasbor/contract/report';
import { Menu } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconFileCheck, IconRefresh, IconSend } from '@tabler/icons-react';
import { call } from '../api/call.ts';
import { buildQueryKey, buildQuery } from '../api/query.ts';
import { useIdempotencyKey } from '../api/use-idempotency-key.ts';
import { RowMenu } from '../ui/row-menu.tsx';
import { showError, showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';
import { formatTitle } from './report-labels.ts';

const CHANNELS: readonly ReportChannel[] = ['email', 'sftp'];
const FORMATS: readonly ReportFormat[] = ['csv', 'xlsx', 'pdf'];

export interface RunMenuProps {
  run: ReportRun;
  may_manage: boolean;
  /** Downloads the totals file. */
  onTotals: () => void;
}

/** Further actions of a report. */
export function RunMenu({ run, may_manage, onTotals }: RunMenuProps) {
  const t = messages().menu;
  return (
    <RowMenu label={t.label(formatTitle(run))} width_px={240}>
      {run.totals_file_name && (
        <Menu.Item leftSection={<IconFileCheck size={16} aria-hidden />} onClick={onTotals}>
          {t.totals}
        </Menu.Item>
      )}
      {may_manage && <ManageItems run={run} />}
    </RowMenu>
  );
}

/** Resend and regenerate; loads the configured channels when the menu opens. */
function ManageItems({ run }: { run: ReportRun }) {
  const client = useQueryClient();
  const schedules = useQuery({ ...buildQuery(listReportSchedules), meta: { quiet: true } });
  const refresh = () => client.invalidateQueries({ queryKey: buildQueryKey(listReportRuns) });
  const idempotency = useIdempotencyKey();
  const onError = (error: Error) => void showError(idempotency.onError(error).detail);
  const resend = useMutation({
    mutationFn: (channel: ReportChannel) =>
      call(resendReport, {
        params: { id: run.id },
        body: { channels: [channel] },
        idempotency_key: idempotency.key(),
      }),
    meta: { quiet: true },
    onSuccess: async () => {
      idempotency.renew();
      await refresh();
      await showSuccess(messages().menu.resent);
    },
    onError,
  });
  const regenerate = useMutation({
    mutationFn: (format: ReportFormat) =>
      call(regenerateReport, { params: { id: run.id }, body: { format }, idempotency_key: idempotency.key() }),
    meta: { quiet: true },
    onSuccess: async () => {
      idempotency.renew();
      await refresh();
      await showSuccess(messages().menu.regenerated);
    },
    onError,
  });
  const t = messages();
  const can_resend = run.file_size_bytes !== null && run.finished_at !== null;
  return (
    <>
      <Menu.Label>{t.menu.resend}</Menu.Label>
      {CHANNELS.map((channel) => {
        const is_configured = schedules.data?.channels.includes(channel) === true;
        return (
          <Menu.Item
            key={channel}
            leftSection={<IconSend size={16} aria-hidden />}
            disabled={!can_resend || !is_configured}
            onClick={() => resend.mutate(channel)}
          >
            {schedules.data && !is_configured
              ? t.menu.by_not_configured(t.channels_inline[channel])
              : t.menu.by(t.channels_inline[channel])}
          </Menu.Item>
        );
      })}
      <Menu.Label>{t.menu.regenerate}</Menu.Label>
      {FORMATS.map((format) => (
        <Menu.Item
          key={format}
          leftSection={<IconRefresh size={16} aria-hidden />}
          disabled={run.finished_at === null}
          onClick={() => regenerate.mutate(format)}
        >
          {t.menu.as(t.formats[format])}
        </Menu.Item>
      ))}
    </>
  );
}
