/** The X-EXTERNAL-ID of a request that a test signs. */
import type { TestApp } from './test-app.ts';

let count = 0;

/** A number that no other request has: all clients of a test count together, because their clock may stand still. */
export const buildExternalId = (t: TestApp): string => `${t.clock.now().getTime()}${process.pid}${++count}`;
