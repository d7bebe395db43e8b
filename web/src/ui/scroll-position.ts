/** Scroll position and active row of each list, restored when the user returns from a detail. */
export interface ScrollPosition {
  offset_px: number;
  active_key: string | null;
}

const START: ScrollPosition = { offset_px: 0, active_key: null };
const positions = new Map<string, ScrollPosition>();

/** The stored position of a list; its start by default. */
export const getScrollPosition = (name: string | undefined): ScrollPosition => (name && positions.get(name)) || START;

/** Stores a part of the position. A list without a name is not stored. */
export function storeScrollPosition(name: string | undefined, part: Partial<ScrollPosition>): void {
  if (name) positions.set(name, { ...getScrollPosition(name), ...part });
}
