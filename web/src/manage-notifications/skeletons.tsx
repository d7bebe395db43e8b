import { Skeleton, VisuallyHidden } from '@mantine/core';
import { Panel } from '../ui/panel.tsx';
import classes from './manage-notifications.module.css';
import { messages } from './messages.ts';

const WIDTHS = [38, 44, 40, 52, 36, 42, 30, 48];

/** The preferences while they load. */
export function PreferencesSkeleton() {
  const t = messages();
  return (
    <>
      <VisuallyHidden role="status">{t.loading}</VisuallyHidden>
      <Skeleton h={46} mb="md" />
      <Panel title={t.card.title} flush>
        <ul className={classes.rows} aria-hidden>
          {WIDTHS.map((width) => (
            <li key={width} className={classes.row}>
              <span className={classes.words}>
                <Skeleton h={12} w={`${width}%`} my={4} />
                <Skeleton h={10} w={`${width + 16}%`} my={4} />
              </span>
              <Skeleton h={20} w={38} radius="xl" />
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}
