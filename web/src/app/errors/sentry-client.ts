/** The part of Sentry that is used: naming it keeps the rest out of the chunk. */
export { captureException, init, setTags, setUser } from '@sentry/react';
