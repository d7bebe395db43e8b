/** The periods of whole business days that people ask for by name, the same on every screen. */
export const DAY_PERIODS = [
  { id: 'today', label: 'Today' },
  { id: 'yesterday', label: 'Yesterday' },
  { id: '7d', label: 'Last 7 days' },
  { id: '30d', label: 'Last 30 days' },
  { id: 'this-month', label: 'This month' },
  { id: 'last-month', label: 'Last month' },
] as const;
export type DayPeriod = (typeof DAY_PERIODS)[number]['id'];
