/** What a SNAP BI service of the bank is: reads its message, and answers what follows the two fields that begin every answer. */
import type { SnapCall } from '@dasbor/contract/snap';
import type { z } from 'zod';

/** `read` parses the message and refuses a faulty one; the sender is proved already. Throws SnapRefused to refuse. */
export type SnapService = (read: <S extends z.ZodType>(schema: S) => z.output<S>) => Promise<object>;
export type SnapServices = Partial<Record<SnapCall, SnapService>>;
