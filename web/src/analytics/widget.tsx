import { type Analytics, type AnalyticsRow, getAnalytics, getProviderAnalytics } from '@dasbor/contract/analytics';
import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buildQuery } from '../api/query.ts';
import { Card, EmptyCard } from '../ui/figure-card.tsx';
import classes from './analytics.module.css';
import { type AnalyticsScope, type ListLink, buildListLink, clipPoint } from './drill-down.ts';
import { Figures } from './figures.tsx';
import { messages } from './messages.ts';
import { HourChart, PointChart } from './point-chart.tsx';
import { RowBars } from './row-bars.tsx';
import { WidgetMenu } from './widget-menu.tsx';
import { type ShownWidget, widgetTitle } from './widget-list.ts';
import { WidgetTable } from './widget-table.tsx';

const HEIGHT_PX = 260;

export interface WidgetProps {
  scope?: AnalyticsScope;
  /** Whether the reader may open the lists that figures lead to. */
  has_links?: boolean;
  spec: ShownWidget;
  /** Period and interval as the API takes them. */
  period: Record<string, string>;
  filters: Record<string, string>;
  is_compared: boolean;
  /** Further entries of the menu. */
  menu?: ReactNode;
}

/** One figure with its chart, its table and its files. It loads and fails alone. */
export function Widget({
  scope = 'merchant',
  has_links = true,
  spec,
  period,
  filters,
  is_compared,
  menu,
}: WidgetProps) {
  const { tab, widget, dimension } = spec;
  const title = widgetTitle(spec);
  const input = {
    params: { widget },
    query: { tab, ...(dimension === undefined ? {} : { dimension }), ...period, ...filters } as never,
  };
  const query = useQuery({
    ...buildQuery(ROUTES[scope], input),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const links = (data: Analytics) => (has_links ? buildLinks(scope, data, filters) : NO_LINKS);
  return (
    <Card
      title={title}
      query={query}
      height_px={HEIGHT_PX}
      actions={
        <WidgetMenu route={ROUTES[scope]} title={title} input={input} data={query.data?.data} is_compared={is_compared}>
          {menu}
        </WidgetMenu>
      }
      table={({ data }) => <WidgetTable data={data} is_compared={is_compared} {...links(data)} />}
    >
      {({ data }) => (
        <WidgetContent
          data={data}
          title={title}
          is_compared={is_compared}
          is_filtered={Object.keys(filters).length > 0}
          {...links(data)}
        />
      )}
    </Card>
  );
}

const ROUTES = { merchant: getAnalytics, provider: getProviderAnalytics } as const;

interface Links {
  linkOfPoint: (at: string) => ListLink | null;
  linkOfRow: (row: AnalyticsRow) => ListLink | null;
}

const NO_LINKS: Links = { linkOfPoint: () => null, linkOfRow: () => null };

function buildLinks(scope: AnalyticsScope, data: Analytics, filters: Record<string, string>): Links {
  const { tab, from, to } = data;
  return {
    linkOfPoint: (at) => {
      const point = data.points.find((each) => each.at === at);
      return point === undefined
        ? null
        : buildListLink({ scope, tab, filters, filter: data.filter, ...clipPoint(data, point) });
    },
    linkOfRow: ({ filter }) => buildListLink({ scope, tab, filters, filter, from, to }),
  };
}

interface ContentProps extends Links {
  data: Analytics;
  title: string;
  is_compared: boolean;
  is_filtered: boolean;
}

function WidgetContent({ data, title, is_compared, is_filtered, linkOfPoint, linkOfRow }: ContentProps) {
  const t = messages().chart;
  const navigate = useNavigate();
  if (isEmpty(data)) return <EmptyCard>{is_filtered ? t.none_filtered : t.none}</EmptyCard>;
  const open = (link: ListLink) => void navigate({ to: link.to, search: link.search });
  const is_long = data.rows.some((row) => row.filter !== null && linkOfRow(row) === null);
  return (
    <div className={classes.widget}>
      {data.figures.length > 0 && <Figures figures={data.figures} is_compared={is_compared} />}
      {data.points.length > 0 ? (
        <PointChart data={data} title={title} is_compared={is_compared} linkOf={linkOfPoint} onOpen={open} />
      ) : data.dimension === 'hour' ? (
        <HourChart rows={data.rows} title={title} is_compared={is_compared} />
      ) : (
        <RowBars data={data} is_compared={is_compared} linkOf={linkOfRow} />
      )}
      {data.row_count !== undefined && data.row_count > data.rows.length && (
        <Text c="dimmed" fz="xs">
          {t.largest(data.rows.length, data.row_count)}
        </Text>
      )}
      {is_long && (
        <Text c="dimmed" fz="xs">
          {t.too_long}
        </Text>
      )}
      {data.widget === 'completion-time' && (
        <Text c="dimmed" fz="xs">
          {t.precision}
        </Text>
      )}
    </div>
  );
}

/** Whether a widget has nothing to show in either period. */
function isEmpty({ points, rows, figures }: Analytics): boolean {
  if (points.length === 0) return rows.length === 0;
  return figures.every(({ value, previous }) => (value ?? 0) === 0 && (previous ?? 0) === 0);
}
