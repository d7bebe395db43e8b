import { Skeleton, VisuallyHidden } from '@mantine/core';
import { Panel } from '../ui/panel.tsx';
import { messages } from './messages.ts';

/** The report delivery configuration while it loads. */
export function ConfigurationSkeleton() {
  const t = messages();
  return (
    <Panel title={t.configuration.title}>
      <VisuallyHidden role="status">{t.loading}</VisuallyHidden>
      <Skeleton h={12} w={130} mb={8} />
      <Skeleton h={36} maw={320} mb="lg" />
      <Skeleton h={12} w={110} mb={8} />
      <Skeleton h={36} mb="lg" />
      <Skeleton h={36} mb="lg" />
      <Skeleton h={36} w={140} />
    </Panel>
  );
}
