import { CSV_DELIMITERS } from '@dasbor/contract/file-settings';
import { toProblem } from '../api/problem.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { Panel } from '../ui/panel.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import { messages } from './messages.ts';
import { useFileSettings } from './use-file-settings.ts';

/** The delimiter of the CSV files of the merchant; saved as soon as it is selected. */
export function FileSettingsPanel() {
  const t = messages().files;
  const { settings, shown, may_change, is_saving, save } = useFileSettings(() => messages().files.saved);
  if (shown === undefined) {
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
  return (
    <Panel title={t.title}>
      <SelectField
        label={t.label}
        description={may_change ? t.description : `${t.description} ${t.read_only}`}
        disabled={!may_change || is_saving}
        options={options}
        value={options.find(({ delimiter }) => delimiter === shown.csv_delimiter) ?? null}
        onChange={(option) =>
          option && option.delimiter !== shown.csv_delimiter && save({ csv_delimiter: option.delimiter })
        }
      />
    </Panel>
  );
}
