/** Changes of outages, and what they refresh: their list, and the channels that they are declared for. */
import { getChannelHealth } from '@dasbor/contract/channel-health';
import { listOutages } from '@dasbor/contract/outage';
import { type ChangeOptions, useChange } from '../api/use-change.ts';

export const useOutageChange = <Result, Input = void>(
  change: (input: Input) => Promise<Result>,
  options: ChangeOptions<Result>,
) => useChange(change, { ...options, shown_by: [listOutages, getChannelHealth] });
