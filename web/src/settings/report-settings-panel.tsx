import { REPORT_FORMATS } from '@dasbor/contract/file-settings';
import { LANGUAGES } from '@dasbor/contract/language';
import { Stack } from '@mantine/core';
import { LANGUAGE_NAMES } from '../ui/language-names.ts';
import { Panel } from '../ui/panel.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { messages } from './messages.ts';
import { useFileSettings } from './use-file-settings.ts';

/** Format and language that new reports and schedules start with; each is saved as soon as it is selected. */
export function ReportSettingsPanel() {
  const t = messages().reports;
  const { shown, may_change, is_saving, save } = useFileSettings(() => messages().reports.saved);
  // The panel of CSV files above shows the loading and the failure of the same settings.
  if (shown === undefined) return null;
  const { report_format, report_language } = shown;
  const formats = REPORT_FORMATS.map((format) => ({ name: t.formats[format], format }));
  const languages = [null, ...LANGUAGES].map((language) => ({
    name: language === null ? t.any_language : LANGUAGE_NAMES[language],
    language,
  }));
  const disabled = !may_change || is_saving;
  return (
    <Panel title={t.title}>
      <Stack gap="md">
        <SelectField
          label={t.format}
          description={may_change ? t.format_line : `${t.format_line} ${messages().files.read_only}`}
          disabled={disabled}
          options={formats}
          value={formats.find(({ format }) => format === report_format) ?? null}
          onChange={(option) => option && option.format !== report_format && save({ report_format: option.format })}
        />
        <SelectField
          label={t.language}
          description={t.language_line}
          disabled={disabled}
          options={languages}
          value={languages.find(({ language }) => language === report_language) ?? null}
          onChange={(option) =>
            option && option.language !== report_language && save({ report_language: option.language })
          }
        />
      </Stack>
    </Panel>
  );
}
