import type { CsvDelimiter } from '@dasbor/contract/file-settings';
import type { ReportFormat } from '@dasbor/contract/report';
import { SegmentedControl, Select, Text } from '@mantine/core';
import { messages } from './messages.ts';
import { listFormatOptions } from './report-labels.ts';
import classes from './report.module.css';

export interface FormatFieldsProps {
  format: ReportFormat;
  delimiter: CsvDelimiter;
  onFormat: (format: ReportFormat) => void;
  onDelimiter: (delimiter: CsvDelimiter) => void;
}

/** The file format, and the delimiter of a CSV. */
export function FormatFields({ format, delimiter, onFormat, onDelimiter }: FormatFieldsProps) {
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
          onChange={(next) => onFormat(next as ReportFormat)}
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
          onChange={(next) => onDelimiter(next as CsvDelimiter)}
        />
      )}
    </div>
  );
}
