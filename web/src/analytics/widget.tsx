import { type Analytics, type AnalyticsRow, getAnalytics, getProviderAnalytics } from '@dasbor/contract/analytics';
import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { buildQuery } from '../api/query.ts';
import { Card, EmptyCard } from '../ui/metric-card.tsx';
import classes from './analytics.module.css';
import { type AnalyticsScope, type DrillDownLinks, buildDrillDownLinks, clipPoint } from './drill-down.ts';
import { Metrics } from './metrics.tsx';
import type { OpenLists } from './list-link.tsx';
import { messages } from './messages.ts';
import { DrillDownModal } from './drill-down-modal.tsx';
import { HourChart, PointChart } from './point-chart.tsx';
import { RowBars } from './row-bars.tsx';
import { WidgetMenu } from './widget-menu.tsx';
import { type ShownWidget, widgetTitle } from './widget-list.ts';
import { WidgetTable } from './widget-table.tsx';

const HEIGHT_PX = 260;

export interface WidgetProps {
  scope?: AnalyticsScope;
  /** Whether the reader may open the lists that metrics lead to. */
  has_links?: boolean | undefined;
  spec: ShownWidget;
  /** Period and interval as the API takes them. */
  period: Record<string, string>;
  filters: Record<string, string>;
  is_compared: boolean;
  /** Further entries of the menu. */
  menu?: ReactNode;
}

/** One metric with its chart, its table and its files. It loads and fails alone. */
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
  const [opened, setOpened] = useState<{ title: string; links: DrillDownLinks } | null>(null);
  const navigate = useNavigate();
  const open: OpenLists = (of, links) => {
    if (links.length > 1) setOpened({ title: of === title ? title : `${title}: ${of}`, links });
    else if (links[0] !== undefined) void navigate({ to: links[0].link.to, search: links[0].link.search });
  };
  const toLinks = (data: Analytics): Links => ({
    ...(has_links ? buildLinks(scope, data, filters) : NO_LINKS),
    onOpen: open,
  });
  const data = query.data?.data;
  const whole = data === undefined ? [] : toLinks(data).whole;
  return (
    <>
      <Card
        title={title}
        query={query}
        height_px={HEIGHT_PX}
        actions={
          <WidgetMenu
            route={ROUTES[scope]}
            title={title}
            input={input}
            data={data}
            is_compared={is_compared}
            onList={whole.length > 0 ? () => open(title, whole) : undefined}
          >
            {menu}
          </WidgetMenu>
        }
        table={(response) => <WidgetTable data={response.data} is_compared={is_compared} {...toLinks(response.data)} />}
      >
        {(response) => (
          <WidgetContent
            data={response.data}
            title={title}
            is_compared={is_compared}
            is_filtered={Object.keys(filters).length > 0}
            {...toLinks(response.data)}
          />
        )}
      </Card>
      {opened && <DrillDownModal scope={scope} tab={tab} {...opened} onClose={() => setOpened(null)} />}
    </>
  );
}

const ROUTES = { merchant: getAnalytics, provider: getProviderAnalytics } as const;

/** The lists behind what a widget shows. */
interface Lists {
  getPointLinks: (at: string) => DrillDownLinks;
  getRowLinks: (row: AnalyticsRow) => DrillDownLinks;
  /** Behind the metrics of the whole period. */
  whole: DrillDownLinks;
}

interface Links extends Lists {
  onOpen: OpenLists;
}

const NO_LINKS: Lists = { getPointLinks: () => [], getRowLinks: () => [], whole: [] };

function buildLinks(scope: AnalyticsScope, data: Analytics, filters: Record<string, string>): Lists {
  const { tab, from, to } = data;
  const build = (filter: AnalyticsRow['filter'], range = { from, to }) =>
    buildDrillDownLinks({ scope, tab, filters, filter, ...range });
  return {
    getPointLinks: (at) => {
      const point = data.points.find((each) => each.at === at);
      return point === undefined ? [] : build(data.filter, clipPoint(data, point));
    },
    getRowLinks: ({ filter }) => build(filter),
    whole: data.points.length > 0 ? build(data.filter) : [],
  };
}

interface ContentProps extends Links {
  data: Analytics;
  title: string;
  is_compared: boolean;
  is_filtered: boolean;
}

function WidgetContent({ data, title, is_compared, is_filtered, getPointLinks, getRowLinks, onOpen }: ContentProps) {
  const t = messages().chart;
  if (isEmpty(data)) return <EmptyCard>{is_filtered ? t.none_filtered : t.none}</EmptyCard>;
  return (
    <div className={classes.widget}>
      {data.metrics.length > 0 && <Metrics metrics={data.metrics} is_compared={is_compared} />}
      {data.points.length > 0 ? (
        <PointChart data={data} title={title} is_compared={is_compared} getLinks={getPointLinks} onOpen={onOpen} />
      ) : data.dimension === 'hour' ? (
        <HourChart rows={data.rows} title={title} is_compared={is_compared} getLinks={getRowLinks} onOpen={onOpen} />
      ) : (
        <RowBars data={data} is_compared={is_compared} getLinks={getRowLinks} onOpen={onOpen} />
      )}
      {data.row_count !== undefined && data.row_count > data.rows.length && (
        <Text c="dimmed" fz="xs">
          {t.largest(data.rows.length, data.row_count)}
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
function isEmpty({ points, rows, metrics }: Analytics): boolean {
  if (points.length === 0) return rows.length === 0;
  return metrics.every(({ value, previous }) => (value ?? 0) === 0 && (previous ?? 0) === 0);
}
