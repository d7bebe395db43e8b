/** Tokens of 256 random bits, stored as hashes: refresh tokens and the secrets of API keys. */
import { createHash, randomBytes } from 'node:crypto';

export const generateOpaqueToken = (): string => randomBytes(32).toString('base64url');

/** Hash of a token for storage: SHA-256 in hex. The token cannot be guessed, so no salt is needed. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
