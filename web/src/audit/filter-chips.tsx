/** Chips of the filters of the audit log that are a text: who, which action, from which address. */
import { AUDIT_ACTION_CODES, auditActionLabel } from '@dasbor/contract/audit-actions';
import { Button, Group, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { currentLanguage } from '../ui/define-messages.ts';
import { FilterChip } from '../ui/filter-chip.tsx';
import { TextField } from '../ui/text-field.tsx';
import { formatAction } from '../list/audit-labels.ts';
import { auditMessages } from '../list/audit-messages.ts';
import { messages } from './messages.ts';

interface TextFilter {
  actor: string;
  action: string;
  ip: string;
}

export function TextChips({ filter, onChange }: { filter: TextFilter; onChange: (part: Partial<TextFilter>) => void }) {
  const t = messages();
  const { columns } = auditMessages();
  const { actor, action, ip } = filter;
  return (
    <>
      <FilterChip label={columns.actor} value={actor || undefined} onClear={() => onChange({ actor: '' })}>
        {(close) => (
          <TextEditor
            label={t.chips.actor}
            value={actor}
            onApply={(value) => {
              onChange({ actor: value });
              close();
            }}
          />
        )}
      </FilterChip>
      <FilterChip
        label={columns.action}
        value={action === '' ? undefined : formatAction(action)}
        onClear={() => onChange({ action: '' })}
      >
        {(close) => (
          <Select
            label={columns.action}
            placeholder={`Pilih ${columns.action}`}
            searchable
            limit={50}
            w={300}
            comboboxProps={{ withinPortal: false }}
            data={listActions()}
            value={action || null}
            onChange={(value) => {
              onChange({ action: value ?? '' });
              close();
            }}
          />
        )}
      </FilterChip>
      <FilterChip label={columns.ip} value={ip || undefined} onClear={() => onChange({ ip: '' })}>
        {(close) => (
          <TextEditor
            label={t.chips.ip}
            value={ip}
            onApply={(value) => {
              onChange({ ip: value });
              close();
            }}
          />
        )}
      </FilterChip>
    </>
  );
}

const listActions = () => {
  const language = currentLanguage();
  return AUDIT_ACTION_CODES.map((value) => ({ value, label: auditActionLabel(value, language) })).toSorted((a, b) =>
    a.label.localeCompare(b.label, language),
  );
};

interface TextEditorProps {
  label: string;
  description?: string;
  value: string;
  onApply: (value: string) => void;
}

/** One short text that applies on submit. */
export function TextEditor({ label, description, value, onApply }: TextEditorProps) {
  const [typed, setTyped] = useState(value);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onApply(typed.trim());
      }}
    >
      <Stack gap="sm" miw={240}>
        <TextField
          label={label}
          description={description}
          maxLength={100}
          value={typed}
          onChange={setTyped}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button type="submit" size="compact-sm">
            {messages().chips.apply}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
