/** A SNAP BI service: parses its request and returns the response body without its first two fields. */
import type { SnapCall } from '@dasbor/contract/snap';
import type { z } from 'zod';
import type { Partner } from './partners.ts';

/** `read` validates the body of an authenticated request of `partner`. Throws SnapError to reject it. */
export type SnapService = (read: <S extends z.ZodType>(schema: S) => z.output<S>, partner: Partner) => Promise<object>;
export type SnapServices = Partial<Record<SnapCall, SnapService>>;
