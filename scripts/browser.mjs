// The browser of journeys and benchmarks. Plain JavaScript.

/** Debian's Chromium without the parts for a window: the same engine, for about two thirds of the processor time. */
export const BROWSER_FILE = '/usr/bin/chromium-headless-shell';
