import { Text } from '@mantine/core';
import { Amount } from '../ui/amount.tsx';
import type { ExceptionProps } from './exception-props.ts';

/** Merchant, reference and amount of an exception, at the top of its dialogs. */
export const ExceptionSubject = ({ row }: ExceptionProps) => (
  <Text component="div" style={{ overflowWrap: 'anywhere' }}>
    {[row.merchant_name, row.reference].filter((part) => part !== null).join(' · ')}
    {row.amount !== null && (
      <>
        {' · '}
        <Amount value={row.amount} strong />
      </>
    )}
  </Text>
);
