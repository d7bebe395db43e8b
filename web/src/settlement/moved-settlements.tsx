import type { MovedSettlement } from '@dasbor/contract/settlement-calendar';
import { Text } from '@mantine/core';
import { formatDay } from '../ui/instant.tsx';
import classes from './settlement.module.css';
import { holidayMessages } from './holiday-messages.ts';

/** Effect of a change of holidays on settlement days. */
export function MovedSettlements({ moved }: { moved: readonly MovedSettlement[] }) {
  const t = holidayMessages();
  return (
    <section aria-label={t.moved}>
      <Text fz="sm" fw={500}>
        {t.moved}
      </Text>
      {moved.length === 0 ? (
        <Text c="dimmed" fz="sm">
          {t.moved_none}
        </Text>
      ) : (
        <ul className={classes.moved}>
          {moved.map(({ days, paid_day, before, after }) => (
            <li key={`${days} ${paid_day}`}>
              {t.moved_row(days, formatDay(paid_day), formatDay(before), formatDay(after))}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
