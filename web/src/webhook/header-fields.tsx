import { WEBHOOK_HEADERS_MAX } from '@dasbor/contract/webhook-fields';
import { ActionIcon, Button, Checkbox, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Callout } from '../ui/callout.tsx';
import { TextField } from '../ui/text-field.tsx';
import { messages } from './messages.ts';
import classes from './webhook.module.css';

export interface HeaderInput {
  name: string;
  value: string;
}

/** The headers that are filled in. */
export const listFilledHeaders = (headers: readonly HeaderInput[]): HeaderInput[] =>
  headers.filter(({ name, value }) => name.trim() !== '' || value !== '');

/** Custom headers. Those that are stored are named only. */
export function HeaderFields({
  headers,
  stored_names,
  is_removed,
  is_required,
  errors,
  onChange,
  onRemovedChange,
}: {
  headers: HeaderInput[];
  stored_names: readonly string[];
  /** Whether the stored headers are removed. */
  is_removed: boolean;
  /** Whether the stored headers must be entered again or removed. */
  is_required: boolean;
  /** Refusals of the server by field, such as `headers` or `headers.0.name`. */
  errors: Readonly<Record<string, string>>;
  onChange: (headers: HeaderInput[]) => void;
  onRemovedChange: (is_removed: boolean) => void;
}) {
  const t = messages().form;
  const change = (index: number, changed: Partial<HeaderInput>) =>
    onChange(headers.map((header, at) => (at === index ? { ...header, ...changed } : header)));
  return (
    <Stack gap="xs" role="group" aria-label={t.headers}>
      <Text fw={600} fz="sm">
        {t.headers}
      </Text>
      <Text c="dimmed" fz="sm">
        {t.headers_line}
        {stored_names.length > 0 && ` ${t.headers_kept(stored_names.join(', '))}`}
      </Text>
      {is_required && <Callout kind="warning">{t.headers_required}</Callout>}
      {!is_required && errors['headers'] !== undefined && <Callout kind="error">{errors['headers']}</Callout>}
      {stored_names.length > 0 && listFilledHeaders(headers).length === 0 && (
        <Checkbox
          label={t.remove_headers}
          checked={is_removed}
          onChange={(event) => onRemovedChange(event.currentTarget.checked)}
        />
      )}
      {headers.map((header, index) => (
        // Headers have no identity but their position.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={classes.header_row}>
          <TextField
            label={t.header_name(index + 1)}
            value={header.name}
            onChange={(name) => change(index, { name })}
            error={errors[`headers.${index}.name`]}
            touched
            placeholder={t.header_example}
          />
          <TextField
            label={t.header_value(index + 1)}
            value={header.value}
            onChange={(value) => change(index, { value })}
            error={errors[`headers.${index}.value`]}
            touched
            autoComplete="off"
          />
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t.remove_header(index + 1)}
            onClick={() => onChange(headers.filter((_, at) => at !== index))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {headers.length < WEBHOOK_HEADERS_MAX && (
        <div>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onChange([...headers, { name: '', value: '' }])}
          >
            {t.add_header}
          </Button>
        </div>
      )}
    </Stack>
  );
}
