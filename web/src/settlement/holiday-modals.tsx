import {
  HOLIDAY_TYPES,
  type Holiday,
  importHolidays,
  previewHoliday,
  removeHoliday,
  setHoliday,
} from '@dasbor/contract/settlement-calendar';
import { FileInput, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { buildQuery } from '../api/query.ts';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { DateField } from '../ui/date-field.tsx';
import { fieldLabel } from '../ui/field-label.tsx';
import { FormModal } from '../ui/form-modal.tsx';
import { formatDay } from '../ui/instant.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { holidayMessages } from './holiday-messages.ts';
import { MovedSettlements } from './moved-settlements.tsx';
import { useHolidayChange } from './use-holiday-change.ts';

interface ModalProps {
  onClose: () => void;
}

/** Settlements that a change of a day moves. */
function Moves({ day, change }: { day: string; change: 'add' | 'remove' }) {
  const preview = useQuery({
    ...buildQuery(previewHoliday, { query: { day, change } }),
    meta: { quiet: true },
  });
  return preview.data === undefined ? null : <MovedSettlements moved={preview.data.data.moved} />;
}

/** Adds a holiday, after showing what it moves. */
export function AddModal({ onClose }: ModalProps) {
  const t = holidayMessages();
  const types = HOLIDAY_TYPES.map((id) => ({ id, name: t.types[id] }));
  const [form, setForm] = useState<Holiday>({ day: '', name: '', type: 'national' });
  const [is_tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { day, name, type } = form;
  const add = useHolidayChange(() => call(setHoliday, { params: { day }, body: { name: name.trim(), type } }), {
    done: t.added,
    onDone: onClose,
    onRefused: setRefusal,
  });
  return (
    <FormModal
      title={t.add}
      submit={t.add}
      refusal={refusal}
      is_busy={add.isPending}
      onSubmit={() => {
        setTried(true);
        if (day !== '' && name.trim() !== '') add.mutate();
      }}
      onClose={onClose}
    >
      <DateField
        label={t.day}
        required
        data_autofocus
        value={day}
        onChange={(next) => setForm({ ...form, day: next })}
        error={day === '' ? t.missing : null}
        touched={is_tried}
      />
      <TextField
        label={t.name}
        required
        maxLength={80}
        value={name}
        onChange={(next) => setForm({ ...form, name: next })}
        error={name.trim() === '' ? t.missing : null}
        touched={is_tried}
      />
      <SelectField
        label={t.type}
        required
        options={types}
        value={types.find(({ id }) => id === type) ?? null}
        onChange={(item) => setForm({ ...form, type: item?.id ?? 'national' })}
      />
      {day !== '' && <Moves day={day} change="add" />}
    </FormModal>
  );
}

/** Removes a holiday, after showing what it moves. */
export function RemoveModal({ row, onClose }: ModalProps & { row: Holiday }) {
  const t = holidayMessages();
  const remove = useHolidayChange(() => call(removeHoliday, { params: { day: row.day } }), {
    done: t.removed,
    onDone: onClose,
  });
  return (
    <ConfirmModal
      opened
      title={t.remove_title}
      confirm={t.remove}
      is_dangerous
      is_busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <Stack gap="sm">
        <span>
          {formatDay(row.day)}: {row.name}
        </span>
        <Moves day={row.day} change="remove" />
      </Stack>
    </ConfirmModal>
  );
}

/** Imports a file: first a check that shows what it moves, then the import. */
export function ImportModal({ onClose }: ModalProps) {
  const t = holidayMessages();
  const [file, setFile] = useState<File | null>(null);
  const [is_tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const send = async (is_preview: boolean) =>
    call(importHolidays, { body: { csv: (await file?.text()) ?? '', is_preview } });
  const check = useHolidayChange(() => send(true), { onDone: () => setRefusal(null), onRefused: setRefusal });
  const store = useHolidayChange(() => send(false), {
    done: ({ data }) => t.imported(data.holidays.length),
    onDone: onClose,
    onRefused: setRefusal,
  });
  const checked = check.data?.data;
  const submit = () => {
    setTried(true);
    if (file !== null) (checked === undefined ? check : store).mutate();
  };
  return (
    <FormModal
      title={t.import}
      submit={checked === undefined ? t.check : t.store(checked.holidays.length)}
      refusal={refusal}
      is_busy={check.isPending || store.isPending}
      size="lg"
      onSubmit={submit}
      onClose={onClose}
    >
      <FileInput
        label={fieldLabel({ label: t.file, required: true })}
        description={t.file_hint}
        accept=".csv,text/csv"
        value={file}
        onChange={(next) => {
          setFile(next);
          setRefusal(null);
          check.reset();
        }}
        error={is_tried && file === null ? t.missing : null}
      />
      {checked !== undefined && <MovedSettlements moved={checked.moved} />}
    </FormModal>
  );
}
