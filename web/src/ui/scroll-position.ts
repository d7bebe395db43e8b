/** Where each list was left, so that coming back from a detail finds the same rows and the same row chosen. */
export interface ScrollPosition {
  offset_px: number;
  active_key: string | null;
}

const START: ScrollPosition = { offset_px: 0, active_key: null };
const places = new Map<string, ScrollPosition>();

/** The place of a list by name; its start when it was never left. */
export const getScrollPosition = (name: string | undefined): ScrollPosition => (name && places.get(name)) || START;

/** Keeps a part of the place. A list without a name is not remembered. */
export function storeScrollPosition(name: string | undefined, part: Partial<ScrollPosition>): void {
  if (name) places.set(name, { ...getScrollPosition(name), ...part });
}
