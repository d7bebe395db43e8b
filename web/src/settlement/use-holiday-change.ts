/** Changes of bank holidays, and the list that they refresh. */
import { listHolidays } from '@dasbor/contract/settlement-calendar';
import { type ChangeOptions, useChange } from '../api/use-change.ts';

/** A refused file is shown with the error of each row. */
export const useHolidayChange = <Result>(
  change: () => Promise<Result>,
  { onRefused, ...options }: ChangeOptions<Result>,
) =>
  useChange(change, {
    ...options,
    shown_by: [listHolidays],
    ...(onRefused === undefined
      ? {}
      : {
          onRefused: (detail, problem) =>
            onRefused([detail, ...(problem.errors ?? []).map((error) => error.detail)].join('\n'), problem),
        }),
  });
