import type { ValidityState } from '@dasbor/contract/validity';
import { messages } from './messages.ts';
import { StatusChip } from './status-chip.tsx';
import { VALIDITY_TONES } from './status-tones.ts';

/** Name of a state of rules and terms. */
export const formatValidityState = (state: ValidityState): string => messages().validity[state];

export const ValidityChip = ({ state }: { state: ValidityState }) => (
  <StatusChip status={state} tone={VALIDITY_TONES[state]} label={formatValidityState(state)} />
);
