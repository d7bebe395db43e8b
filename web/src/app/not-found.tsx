import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { Logo } from './logo.tsx';
import classes from './not-found.module.css';
import { supportEmail } from './page-settings.ts';
import { paths } from './paths.ts';

/** The fallback page of specification section 1; its texts are exact. */
export function NotFound() {
  const support = supportEmail();
  useEffect(() => {
    document.title = 'Page not found · Dasbor';
  }, []);
  return (
    <div className={classes.page}>
      <Logo height={44} />
      <Title order={1} className={classes.heading}>
        Page not found
      </Title>
      <Text c="dimmed">{"Sorry, we couldn't find the page you're looking for."}</Text>
      <Group gap="md" mt="md" justify="center">
        <Button component="a" href={paths.home()}>
          Go back home
        </Button>
        <Anchor href={`mailto:${support}`} fw={600} aria-describedby="support-address">
          Contact support
        </Anchor>
      </Group>
      <Text c="dimmed" fz="xs" id="support-address">
        {support}
      </Text>
    </div>
  );
}
