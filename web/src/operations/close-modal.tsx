import { type ResolvableKind, resolveException } from '@dasbor/contract/operations';
import { call } from '../api/call.ts';
import type { ExceptionProps } from './exception-props.ts';
import { formatException } from './format-exception.ts';
import { messages } from './messages.ts';
import { NoteModal } from './note-modal.tsx';
import { useExceptionAction } from './use-exception-action.ts';

/** Closes an exception that nothing else ends. */
export function CloseModal({ row, onClose }: ExceptionProps & { onClose: () => void }) {
  const t = messages().exceptions;
  const close = useExceptionAction(
    (note: string) =>
      call(resolveException, { body: { kind: row.kind as ResolvableKind, object_id: row.object_id, note } }),
    t.closed,
  );
  return (
    <NoteModal
      title={t.close}
      field={t.note}
      max_length={500}
      confirm={t.close}
      is_busy={close.isPending}
      onConfirm={(note) => close.mutate(note, { onSuccess: onClose })}
      onClose={onClose}
    >
      {formatException(row)}. {t.note_line}
    </NoteModal>
  );
}
