import type { ReportFormat } from '@dasbor/contract/report';
import { SegmentedControl, Select, Text } from '@mantine/core';
import classes from './report.module.css';
import { DELIMITERS, FORMATS } from './report-labels.ts';

export interface FormatFieldsProps {
  format: ReportFormat;
  delimiter: ',' | ';';
  onFormat: (format: ReportFormat) => void;
  onDelimiter: (delimiter: ',' | ';') => void;
}

/** What kind of file, and what stands between the cells of a CSV. */
export const FormatFields = ({ format, delimiter, onFormat, onDelimiter }: FormatFieldsProps) => (
  <div className={classes.pair}>
    <div>
      <Text component="span" fz="sm" fw={600}>
        File
      </Text>
      <SegmentedControl
        fullWidth
        aria-label="File"
        data={FORMATS}
        value={format}
        onChange={(next) => onFormat(next as ReportFormat)}
      />
    </div>
    {format === 'csv' && (
      <Select
        label="Between cells"
        data={DELIMITERS}
        value={delimiter}
        allowDeselect={false}
        onChange={(next) => onDelimiter(next as ',' | ';')}
      />
    )}
  </div>
);
