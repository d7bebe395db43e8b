import {
  type ReportChannel,
  type ReportFormat,
  type ReportRun,
  listReportRuns,
  listReportSchedules,
  regenerateReport,
  resendReport,
} from '@dasbor/contract/report';
import { ActionIcon, Menu } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconDots, IconFileCheck, IconRefresh, IconSend } from '@tabler/icons-react';
import { call, createIdempotencyKey } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey, buildQuery } from '../api/query.ts';
import { showError, showSuccess } from '../ui/toast.ts';
import { CHANNEL_WORDS, FORMAT_WORDS, TYPE_WORDS, subjectWords } from './report-labels.ts';

const CHANNELS: readonly ReportChannel[] = ['email', 'sftp'];
const FORMATS: readonly ReportFormat[] = ['csv', 'xlsx', 'pdf'];

export interface RunMenuProps {
  run: ReportRun;
  may_manage: boolean;
  /** Downloads the totals file. */
  onTotals: () => void;
}

/** What can be done with a report besides downloading it. */
export function RunMenu({ run, may_manage, onTotals }: RunMenuProps) {
  return (
    <Menu position="bottom-end" width={240} withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={`More for ${TYPE_WORDS[run.report_type]} ${subjectWords(run)}`}
        >
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {run.totals_file_name && (
          <Menu.Item leftSection={<IconFileCheck size={16} aria-hidden />} onClick={onTotals}>
            Download totals file
          </Menu.Item>
        )}
        {may_manage && <Managing run={run} />}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Read only when the menu opens: by which ways it could be sent. */
function Managing({ run }: { run: ReportRun }) {
  const client = useQueryClient();
  const schedules = useQuery({ ...buildQuery(listReportSchedules), meta: { quiet: true } });
  const readAgain = () => client.invalidateQueries({ queryKey: buildQueryKey(listReportRuns) });
  const onError = (error: Error) => void showError(toProblem(error).detail);
  const send = useMutation({
    mutationFn: (channel: ReportChannel) =>
      call(resendReport, {
        params: { id: run.id },
        body: { channels: [channel] },
        idempotency_key: createIdempotencyKey(),
      }),
    meta: { quiet: true },
    onSuccess: async () => {
      await readAgain();
      await showSuccess('The report is on its way again');
    },
    onError,
  });
  const make = useMutation({
    mutationFn: (format: ReportFormat) =>
      call(regenerateReport, { params: { id: run.id }, body: { format }, idempotency_key: createIdempotencyKey() }),
    meta: { quiet: true },
    onSuccess: async () => {
      await readAgain();
      await showSuccess('The report is being made anew');
    },
    onError,
  });
  const may_send = run.file_size_bytes !== null && run.finished_at !== null;
  return (
    <>
      <Menu.Label>Send again</Menu.Label>
      {CHANNELS.map((channel) => {
        const is_set_up = schedules.data?.channels.includes(channel) === true;
        return (
          <Menu.Item
            key={channel}
            leftSection={<IconSend size={16} aria-hidden />}
            disabled={!may_send || !is_set_up}
            onClick={() => send.mutate(channel)}
          >
            By {CHANNEL_WORDS[channel] === 'Email' ? 'email' : 'SFTP'}
            {schedules.data && !is_set_up ? ' (not set up)' : ''}
          </Menu.Item>
        );
      })}
      <Menu.Label>Make anew</Menu.Label>
      {FORMATS.map((format) => (
        <Menu.Item
          key={format}
          leftSection={<IconRefresh size={16} aria-hidden />}
          disabled={run.finished_at === null}
          onClick={() => make.mutate(format)}
        >
          As {FORMAT_WORDS[format]}
        </Menu.Item>
      ))}
    </>
  );
}
