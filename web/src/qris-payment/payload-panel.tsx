import { type QrisElement, decodeQris } from '@dasbor/contract/qris';
import { validateQris } from '@dasbor/contract/qris-validation';
import { Group, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { CopyableId } from '../ui/copyable-id.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { Panel } from '../ui/panel.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { messages } from './messages.ts';
import classes from './qris-payment.module.css';

/** The elements of the payload and its validation errors. */
export function PayloadPanel({ payload }: { payload: string }) {
  const t = messages().payload;
  const errors = validateQris(payload);
  const crc_is_wrong = errors.some(({ tag }) => tag === '63');
  return (
    <Panel
      title={t.title}
      flush
      actions={
        <StatusChip
          status={crc_is_wrong ? 'failed' : 'success'}
          tone={crc_is_wrong ? 'danger' : 'success'}
          label={crc_is_wrong ? t.crc_invalid : t.crc_valid}
        />
      }
    >
      <table className={classes.payload}>
        <thead>
          <tr>
            <th scope="col">{t.tag}</th>
            <th scope="col">{t.name}</th>
            <th scope="col">{t.value}</th>
            <th scope="col">{t.check}</th>
          </tr>
        </thead>
        <tbody>{decodeQris(payload).flatMap((element) => toRows(element))}</tbody>
      </table>
      {errors.map(({ tag, code, detail }) => (
        <Text key={tag + code} px={12} pt={8} c="var(--mantine-color-error)" role="alert">
          {detail[currentLanguage()]}
        </Text>
      ))}
      <Group p={12} wrap="nowrap">
        <CopyableId value={payload} label={t.label} />
      </Group>
    </Panel>
  );
}

/** A template shows its elements instead of its raw value. */
const toRows = ({ children = [], ...element }: QrisElement) => [
  <PayloadRow key={element.tag} element={children.length > 0 ? { ...element, value: '' } : element} />,
  ...children.map((child) => <PayloadRow key={`${element.tag}.${child.tag}`} element={child} is_inner />),
];

const PayloadRow = ({ element, is_inner = false }: { element: QrisElement; is_inner?: boolean }) => (
  <tr data-inner={is_inner || undefined}>
    <th scope="row">{element.tag}</th>
    <td>{element.name[currentLanguage()]}</td>
    <td>{element.value}</td>
    <td>
      {element.ok ? (
        <IconCircleCheck size={16} color="light-dark(#1b8a52, #4fc98a)" aria-label={messages().payload.valid} />
      ) : (
        <IconCircleX size={16} color="var(--mantine-color-error)" aria-label={messages().payload.invalid} />
      )}
    </td>
  </tr>
);
