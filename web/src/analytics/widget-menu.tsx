import type { Analytics, getAnalytics, getProviderAnalytics } from '@dasbor/contract/analytics';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconDotsVertical,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconListDetails,
  IconPhoto,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { downloadCsv, downloadXlsx } from '../api/download.ts';
import { toProblem } from '../api/problem.ts';
import { showError, showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';
import { savePng } from './png.ts';

export interface WidgetMenuProps {
  route: typeof getAnalytics | typeof getProviderAnalytics;
  title: string;
  /** The request of the widget: the file holds the same metrics. */
  input: { params: { widget: Analytics['widget'] }; query: never };
  /** Absent while it loads. */
  data: Analytics | undefined;
  is_compared: boolean;
  /** Opens the lists behind the metrics of the whole period; absent: there are none. */
  onList?: (() => void) | undefined;
  children?: ReactNode;
}

/** Files of a widget, and what its screen adds. */
export function WidgetMenu({ route, title, input, data, is_compared, onList, children }: WidgetMenuProps) {
  const t = messages().actions;
  const download = useMutation({
    mutationFn: async (format: 'csv' | 'xlsx' | 'png') => {
      if (format === 'csv') await downloadCsv(route, { ...input, file_name: `${input.params.widget}.csv` });
      else if (format === 'xlsx') await downloadXlsx(route, { ...input, file_name: `${input.params.widget}.xlsx` });
      else if (data !== undefined) await savePng(data, { title, is_compared });
    },
    meta: { quiet: true },
    onSuccess: () => showSuccess(messages().actions.done),
    onError: (error) => void showError(messages().actions.failed(toProblem(error).detail)),
  });
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t.menu(title)} loading={download.isPending}>
          <IconDotsVertical size={17} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onList && (
          <Menu.Item leftSection={<IconListDetails size={16} aria-hidden />} onClick={onList}>
            {t.list}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconFileTypeCsv size={16} aria-hidden />} onClick={() => download.mutate('csv')}>
          {t.csv}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileSpreadsheet size={16} aria-hidden />} onClick={() => download.mutate('xlsx')}>
          {t.xlsx}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPhoto size={16} aria-hidden />}
          disabled={data === undefined}
          onClick={() => download.mutate('png')}
        >
          {t.png}
        </Menu.Item>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
