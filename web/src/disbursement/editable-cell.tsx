import type { BatchColumn, BatchRow } from '@dasbor/contract/disbursement-batch-fields';
import { TextInput, Tooltip } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { batchMessages } from './batch-messages.ts';
import classes from './batch-rows.module.css';

interface EditableCellProps {
  row: BatchRow;
  field: BatchColumn;
  label: string;
  text: string;
  /** Saves a changed value; null while the row cannot be changed. */
  onChange: ((value: string) => void) | null;
}

/** A value of a row with what is wrong with it. It is corrected in place: Enter or leaving it saves, Esc keeps the old value. */
export function EditableCell({ row, field, label, text, onChange }: EditableCellProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const issues = row.issues.filter((issue) => issue.field === field);
  const is_error = issues.some((issue) => issue.is_error);
  const hint = issues.map(({ detail }) => detail).join(' ');
  if (draft !== null && onChange !== null) {
    return <CellInput row={row} field={field} label={label} draft={draft} onDraft={setDraft} onSave={onChange} />;
  }
  const Icon = is_error ? IconAlertCircle : IconAlertTriangle;
  const about = {
    className: classes.cell,
    'data-right': field === 'amount' || undefined,
    'data-issue': issues.length === 0 ? undefined : is_error ? 'error' : 'warning',
  };
  const content = (
    <>
      {issues.length > 0 && <Icon size={14} aria-hidden />}
      <span className={classes.text}>{text === '' ? '–' : text}</span>
    </>
  );
  const cell =
    onChange === null ? (
      <span {...about} {...(issues.length > 0 ? { tabIndex: 0 } : {})}>
        {content}
      </span>
    ) : (
      <button
        type="button"
        {...about}
        aria-label={[batchMessages().rows.edit(label, row.row_no), text, hint].filter((part) => part !== '').join('. ')}
        onClick={() => setDraft(toDraft(row, field))}
      >
        {content}
      </button>
    );
  if (issues.length === 0) return cell;
  return (
    <Tooltip label={hint} multiline maw={300} events={{ hover: true, focus: true, touch: true }}>
      {cell}
    </Tooltip>
  );
}

/** Account numbers are not sent to the browser: a new one is entered whole. */
function toDraft(row: BatchRow, field: BatchColumn): string {
  if (field === 'account_number') return '';
  if (field === 'amount') return row.amount_text;
  return field === 'bank_code' ? row.bank_text : row[field];
}

interface CellInputProps extends Pick<EditableCellProps, 'row' | 'field' | 'label'> {
  draft: string;
  onDraft: (draft: string | null) => void;
  onSave: (value: string) => void;
}

function CellInput({ row, field, label, draft, onDraft, onSave }: CellInputProps) {
  const t = batchMessages().rows;
  const save = () => {
    onDraft(null);
    const value = draft.trim();
    if (value !== toDraft(row, field)) onSave(value);
  };
  const onKey = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Enter') save();
    if (event.key === 'Escape') onDraft(null);
  };
  return (
    <TextInput
      size="xs"
      autoFocus
      aria-label={t.edit(label, row.row_no)}
      {...(field === 'account_number' ? { placeholder: t.new_account } : {})}
      value={draft}
      onChange={(event) => onDraft(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={onKey}
    />
  );
}
