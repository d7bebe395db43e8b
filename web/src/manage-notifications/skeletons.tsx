import { Skeleton, VisuallyHidden } from '@mantine/core';
import { Panel } from '../ui/panel.tsx';
import classes from './manage-notifications.module.css';

const WIDTHS = [38, 44, 40, 52, 36, 42, 30, 48];

/** The preferences while they are read: banner, card and rows in their places. */
export const PreferencesSkeleton = () => (
  <>
    <VisuallyHidden role="status">Loading</VisuallyHidden>
    <Skeleton h={46} mb="md" />
    <Panel title="Notification Preferences" flush>
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

/** The delivery configuration while it is read. */
export const ConfigurationSkeleton = () => (
  <Panel title="Report Delivery Configuration">
    <VisuallyHidden role="status">Loading</VisuallyHidden>
    <Skeleton h={12} w={130} mb={8} />
    <Skeleton h={36} maw={320} mb="lg" />
    <Skeleton h={12} w={110} mb={8} />
    <Skeleton h={36} mb="lg" />
    <Skeleton h={36} mb="lg" />
    <Skeleton h={36} w={140} />
  </Panel>
);
