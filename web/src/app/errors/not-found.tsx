import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { Logo } from '../shell/logo.tsx';
import classes from './not-found.module.css';
import { getSupportEmail } from '../page/page-settings.ts';
import { paths } from '../routes/paths.ts';
import { messages } from '../messages.ts';

/** The fallback page of specification section 1; its texts are exact. */
export function NotFound() {
  const t = messages().not_found;
  const support = getSupportEmail();
  useEffect(() => {
    document.title = `${messages().not_found.title} · Dasbor`;
  }, []);
  return (
    <div className={classes.page}>
      <Logo height={44} />
      <Title order={1} className={classes.heading}>
        {t.title}
      </Title>
      <Text c="dimmed">{t.text}</Text>
      <Group gap="md" mt="md" justify="center">
        <Button component="a" href={paths.home()}>
          {t.home}
        </Button>
        <Anchor href={`mailto:${support}`} fw={600} aria-describedby="support-address">
          {t.contact_support}
        </Anchor>
      </Group>
      <Text c="dimmed" fz="xs" id="support-address">
        {support}
      </Text>
    </div>
  );
}
