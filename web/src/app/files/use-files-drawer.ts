/** Exports and reports have no path of their own: any screen shows them with `?files=…`. */
import { useNavigate, useSearch } from '@tanstack/react-router';

export const FILE_TABS = ['exports', 'reports'] as const;
export type FileTab = (typeof FILE_TABS)[number];

/** The open tab, null while the drawer is closed; and how to open another one, or none. */
export function useFilesDrawer(): [open: FileTab | null, show: (tab: FileTab | null) => void] {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const navigate = useNavigate();
  const open = FILE_TABS.find((tab) => tab === search['files']) ?? null;
  const show = (tab: FileTab | null) =>
    void navigate({
      to: '.',
      search: ((before: Record<string, unknown>) => ({
        ...before,
        files: tab ?? undefined,
        export: undefined,
      })) as never,
      // Switching tabs adds no history entry.
      replace: open !== null,
      resetScroll: false,
    });
  return [open, show];
}
