import type { CsvDelimiter, ReportFormat } from '@dasbor/contract/file-settings';
import { LANGUAGES, type Language } from '@dasbor/contract/language';
import { SegmentedControl, Select, Text } from '@mantine/core';
import { LANGUAGE_NAMES } from '../ui/language-names.ts';
import { messages } from './messages.ts';
import { listFormatOptions } from './report-labels.ts';
import classes from './report.module.css';

export interface FileChoice {
  format: ReportFormat;
  /** Of a CSV. */
  delimiter: CsvDelimiter;
  /** Of a PDF. */
  language: Language;
}

export interface FormatFieldsProps extends FileChoice {
  onChange: (change: Partial<FileChoice>) => void;
}

/** The file format, the delimiter of a CSV and the language of a PDF. */
export function FormatFields({ format, delimiter, language, onChange }: FormatFieldsProps) {
  const t = messages().format;
  return (
    <div className={classes.pair}>
      <div>
        <Text component="span" fz="sm" fw={600}>
          {t.label}
        </Text>
        <SegmentedControl
          fullWidth
          aria-label={t.label}
          data={listFormatOptions()}
          value={format}
          onChange={(next) => onChange({ format: next as ReportFormat })}
        />
      </div>
      {format === 'csv' && (
        <Select
          label={t.delimiter}
          data={[
            { value: ',', label: t.comma },
            { value: ';', label: t.semicolon },
            { value: '\t', label: t.tab },
          ]}
          value={delimiter}
          allowDeselect={false}
          onChange={(next) => onChange({ delimiter: next as CsvDelimiter })}
        />
      )}
      {format === 'pdf' && (
        <Select
          label={t.language}
          data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          value={language}
          allowDeselect={false}
          onChange={(next) => onChange({ language: next as Language })}
        />
      )}
    </div>
  );
}
