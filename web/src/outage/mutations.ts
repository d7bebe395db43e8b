/** Changes of outages, and the list that they refresh. */
import { listOutages } from '@dasbor/contract/outage';
import { type ChangeOptions, useChange } from '../api/use-change.ts';

export const useOutageChange = <Result, Input = void>(
  change: (input: Input) => Promise<Result>,
  options: ChangeOptions<Result>,
) => useChange(change, { ...options, shown_by: [listOutages] });
