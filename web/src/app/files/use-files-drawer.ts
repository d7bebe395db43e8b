/** Past exports and reports have no path of their own: any screen's address shows them by `?files=…`. */
import { useNavigate, useSearch } from '@tanstack/react-router';

export const FILE_TABS = ['exports', 'reports'] as const;
export type FileTab = (typeof FILE_TABS)[number];

/** The open tab, null when the drawer is closed; and the way to open another, or none. */
export function useFilesAddress(): [open: FileTab | null, show: (tab: FileTab | null) => void] {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const navigate = useNavigate();
  const open = FILE_TABS.find((tab) => tab === search['files']) ?? null;
  const show = (tab: FileTab | null) =>
    void navigate({
      to: '.',
      search: ((before: Record<string, unknown>) => ({ ...before, files: tab ?? undefined })) as never,
      // Another tab is no place that the back button should stop at.
      replace: open !== null,
      resetScroll: false,
    });
  return [open, show];
}
