/** Origin of a request: address and browser. */
import type { FastifyRequest } from 'fastify';

/** Shown to the user in the list of sessions. */
export interface Origin {
  ip: string | null;
  user_agent: string | null;
}

export const getOrigin = (request: FastifyRequest): Origin => ({
  ip: request.ip,
  user_agent: request.headers['user-agent'] ?? null,
});
