/** A cheap phone on a slow network: a quarter of this processor, and what browsers' tools call slow 4G. */
import type { CDPSession, Page } from '@playwright/test';

const CPU_SLOWDOWN = 4;
const SLOW_4G = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: ((1.6 * 1024 * 1024) / 8) * 0.9,
  uploadThroughput: ((750 * 1024) / 8) * 0.9,
};

/** Slows the page down; answers the session that did, for more measuring. */
export async function emulateSlowPhone(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return session;
}

/** Bytes on the wire by file name, headers included, as they arrive. */
export function countWireBytes(session: CDPSession, nameOf: (path: string) => string): Map<string, number> {
  const names = new Map<string, string>();
  const parts = new Map<string, number>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    names.set(requestId, nameOf(new URL(request.url).pathname));
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const name = names.get(requestId) ?? requestId;
    parts.set(name, (parts.get(name) ?? 0) + encodedDataLength);
  });
  return parts;
}
