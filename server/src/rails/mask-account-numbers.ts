/** Account numbers in logged messages. */

/** Masks account numbers in a logged message, except the last four digits. */
export function maskAccountNumbers<M extends { request: unknown; response: unknown }>(message: M): M {
  return { ...message, request: maskBody(message.request), response: maskBody(message.response) };
}

function maskBody(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      name.endsWith('AccountNo') && typeof value === 'string' ? `•••${value.slice(-4)}` : value,
    ]),
  );
}
