import { Text, Title } from '@mantine/core';
import { IconTools } from '@tabler/icons-react';
import classes from './states.module.css';
import { messages } from './messages.ts';

/** Placeholder for a screen that is not released yet. */
export const NotAvailablePage = ({ title, line }: { title: string; line?: string }) => (
  <div className={classes.state}>
    <div className={classes.icon} aria-hidden>
      <IconTools size={22} stroke={1.6} />
    </div>
    <Title order={1} className={classes.title}>
      {title}
    </Title>
    <Text fw={600}>{messages().state.not_available}</Text>
    <Text c="dimmed" maw={440}>
      {line ?? messages().state.not_available_line}
    </Text>
  </div>
);
