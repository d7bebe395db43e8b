/** Tokens of 256 random bits, kept as hashes: refresh tokens and the secrets of API keys. */
import { createHash, randomBytes } from 'node:crypto';

export const generateOpaqueToken = (): string => randomBytes(32).toString('base64url');

/** How such a token is kept at rest: SHA-256 in hex. It cannot be guessed, so no salt is needed. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
