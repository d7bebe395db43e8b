import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { isTyping } from '../ui/list-keys.ts';
import { lastListSearch } from './list-address.ts';
import classes from './transaction.module.css';

/** The way back to the list as it was left: filter, order, scroll. */
export const BackToList = () => (
  <Link to="/transaction" search={lastListSearch()} className={classes.back}>
    <IconArrowLeft size={15} aria-hidden />
    Transactions
  </Link>
);

/** Esc leads back to the list: it is always one key away. */
export function useBackOnEscape(): void {
  const navigate = useNavigate();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isTyping(event)) return;
    void navigate({ to: '/transaction', search: lastListSearch() });
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
