import { Link } from '@tanstack/react-router';
import { CopyableId, shortenId } from '../ui/copyable-id.tsx';
import { messages } from './messages.ts';

/** The object that caused a movement, linked to its screen if it has one. */
export const Reference = ({ type, id }: { type: string; id: string }) => (
  <CopyableId value={id} label={messages().copy.reference}>
    {type === 'transaction' ? (
      <Link to="/transaction/$id" params={{ id }} title={id}>
        {shortenId(id)}
      </Link>
    ) : type === 'deposit' ? (
      <Link to="/deposit-va/$id" params={{ id }} title={id}>
        {shortenId(id)}
      </Link>
    ) : type === 'refund' ? (
      <Link to="/transaction" search={{ view: 'refunds', q: id }} title={id}>
        {shortenId(id)}
      </Link>
    ) : type === 'settlement_batch' && id.startsWith('stl_') ? (
      <Link to="/settlement/report/detail" search={{ batch_id: id }} title={id}>
        {shortenId(id)}
      </Link>
    ) : (
      <span title={id}>{shortenId(id)}</span>
    )}
  </CopyableId>
);
