/** Tokens of 256 random bits, stored as hashes: refresh tokens and the secrets of API keys. */
import { createHash } from 'node:crypto';
import { generateRandomText } from '../random-text.ts';

/** 62^43 exceeds 2^256. */
const TOKEN_LENGTH = 43;

/**
 * Letters and digits only: a double click selects the whole of it, and no part of it, such as the last four characters
 * of an API key, begins like a formula in a file.
 */
export const generateOpaqueToken = (): string => generateRandomText(TOKEN_LENGTH);

/** Hash of a token for storage: SHA-256 in hex. The token cannot be guessed, so no salt is needed. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
