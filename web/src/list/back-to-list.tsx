import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { isTyping } from '../ui/list-shortcuts.ts';
import { type ListPath, getLastSearch } from './use-list-filter.ts';
import classes from './list.module.css';

/** The way back to a list as it was left: filter, order, scroll. */
export const BackToList = ({ path, label }: { path: ListPath; label: string }) => (
  <Link to={path} search={getLastSearch(path)} className={classes.back}>
    <IconArrowLeft size={15} aria-hidden />
    {label}
  </Link>
);

/** Esc leads back to the list: it is always one key away. */
export function useBackOnEscape(path: ListPath): void {
  const navigate = useNavigate();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isTyping(event)) return;
    void navigate({ to: path, search: getLastSearch(path) });
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
