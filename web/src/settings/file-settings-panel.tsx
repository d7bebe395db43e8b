import { CSV_DELIMITERS, type CsvDelimiter, getFileSettings, saveFileSettings } from '@dasbor/contract/file-settings';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { buildQuery, buildQueryKey } from '../api/query.ts';
import { useMay } from '../api/signed-in.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { Panel } from '../ui/panel.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import { showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';

/** The delimiter of the CSV files of the merchant; saved as soon as it is selected. */
export function FileSettingsPanel() {
  const t = messages().files;
  const may = useMay('Reports', 'manage');
  const client = useQueryClient();
  const settings = useQuery({ ...buildQuery(getFileSettings), meta: { quiet: true } });
  const saving = useMutation({
    mutationFn: (csv_delimiter: CsvDelimiter) => call(saveFileSettings, { body: { csv_delimiter } }),
    onSuccess: async (saved) => {
      client.setQueryData(buildQueryKey(getFileSettings), saved);
      await showSuccess(t.saved);
    },
  });
  if (settings.data === undefined) {
    return (
      <Panel title={t.title}>
        {settings.isPending ? (
          <CardSkeleton lines={2} />
        ) : (
          <FailedState detail={toProblem(settings.error).detail} onRetry={() => void settings.refetch()} />
        )}
      </Panel>
    );
  }
  const options = CSV_DELIMITERS.map((delimiter) => ({ name: t.delimiters[delimiter], delimiter }));
  const { csv_delimiter } = settings.data.data;
  const shown = saving.isPending ? saving.variables : csv_delimiter;
  return (
    <Panel title={t.title}>
      <SelectField
        label={t.label}
        description={may ? t.description : `${t.description} ${t.read_only}`}
        disabled={!may || saving.isPending}
        options={options}
        value={options.find(({ delimiter }) => delimiter === shown) ?? null}
        onChange={(option) => option && option.delimiter !== csv_delimiter && saving.mutate(option.delimiter)}
      />
    </Panel>
  );
}
