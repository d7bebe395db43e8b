import { type QrisElement, validateQris, decodeQris } from '@dasbor/contract/qris';
import { Group, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { CopyableId } from '../ui/copyable-id.tsx';
import { Panel } from '../ui/panel.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import classes from './qris-payment.module.css';

/** What the code says, element by element, and whether any reader accepts it. */
export function PayloadPanel({ payload }: { payload: string }) {
  const faults = validateQris(payload);
  const crc_is_wrong = faults.some(({ tag }) => tag === '63');
  return (
    <Panel
      title="Payload"
      flush
      actions={
        <StatusChip
          status={crc_is_wrong ? 'bad' : 'ok'}
          meaning={crc_is_wrong ? 'failed' : 'done'}
          label={crc_is_wrong ? 'CRC wrong' : 'CRC correct'}
        />
      }
    >
      <table className={classes.payload}>
        <thead>
          <tr>
            <th scope="col">Tag</th>
            <th scope="col">Name</th>
            <th scope="col">Value</th>
            <th scope="col">Check</th>
          </tr>
        </thead>
        <tbody>{decodeQris(payload).flatMap((element) => toRows(element))}</tbody>
      </table>
      {faults.map(({ tag, code, detail }) => (
        <Text key={tag + code} px={12} pt={8} c="var(--mantine-color-error)" role="alert">
          {detail}
        </Text>
      ))}
      <Group p={12} wrap="nowrap">
        <CopyableId value={payload} label="payload" />
      </Group>
    </Panel>
  );
}

/** A template shows its parts instead of its own raw value. */
const toRows = ({ children = [], ...element }: QrisElement) => [
  <PayloadRow key={element.tag} element={children.length > 0 ? { ...element, value: '' } : element} />,
  ...children.map((child) => <PayloadRow key={`${element.tag}.${child.tag}`} element={child} is_inner />),
];

const PayloadRow = ({ element, is_inner = false }: { element: QrisElement; is_inner?: boolean }) => (
  <tr data-inner={is_inner || undefined}>
    <th scope="row">{element.tag}</th>
    <td>{element.name}</td>
    <td>{element.value}</td>
    <td>
      {element.ok ? (
        <IconCircleCheck size={16} color="light-dark(#1b8a52, #4fc98a)" aria-label="ok" />
      ) : (
        <IconCircleX size={16} color="var(--mantine-color-error)" aria-label="bad" />
      )}
    </td>
  </tr>
);
