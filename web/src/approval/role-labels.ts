/** Names of preset roles. Custom roles have names of their own and keep their id here. */
import { formatStatus } from '../ui/status-chip.tsx';

export const formatRole = (role: string): string => formatStatus(role);
