/** Whether the page is being left: the browser cancels its requests, which says nothing about the server. */

let is_leaving = false;
window.addEventListener('pagehide', () => (is_leaving = true));
window.addEventListener('pageshow', () => (is_leaving = false));

export const isLeavingPage = (): boolean => is_leaving;
