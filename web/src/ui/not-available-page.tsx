import { Text, Title } from '@mantine/core';
import { IconTools } from '@tabler/icons-react';
import classes from './states.module.css';

/** An honest page for a screen that does not exist yet. */
export const NotAvailablePage = ({ title, line }: { title: string; line?: string }) => (
  <div className={classes.state}>
    <div className={classes.icon} aria-hidden>
      <IconTools size={22} stroke={1.6} />
    </div>
    <Title order={1} className={classes.title}>
      {title}
    </Title>
    <Text fw={600}>Not available yet</Text>
    <Text c="dimmed" maw={440}>
      {line ?? 'This screen is not part of the present release.'}
    </Text>
  </div>
);
