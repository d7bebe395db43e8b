import { Link } from '@tanstack/react-router';
import { renderText } from '../ui/column.tsx';
import links from '../ui/link.module.css';

/** Detail screens by the prefix of the ids of their objects. */
const SCREENS = {
  txn: '/transaction/$id',
  va: '/virtual-account/$id',
  qr: '/qris-payment/$id',
  pl: '/payment-link/$id',
  dsb: '/disbursement/$id',
  dsbb: '/disbursement/$id',
} as const;

const isKnown = (prefix: string): prefix is keyof typeof SCREENS => Object.hasOwn(SCREENS, prefix);

/** The id of an object, as a link where it has a screen of its own. */
export function ObjectLink({ id }: { id: string | null }) {
  const prefix = id?.slice(0, id.indexOf('_')) ?? '';
  if (id === null || !isKnown(prefix)) return <span title={id ?? undefined}>{renderText(id)}</span>;
  return (
    <Link to={SCREENS[prefix]} params={{ id }} className={links.link} title={id}>
      {id}
    </Link>
  );
}
