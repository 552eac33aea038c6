import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { isObject, own } from '@toolwire/internal';
import { type Terminal, userFolder } from '../terminal/terminal.ts';

/** The tokens for a resource. */
export interface SavedTokens {
  readonly issuer: string;
  readonly clientId: string;
  readonly accessToken: string;
  readonly refreshToken?: string;
  /** In milliseconds since 1970. */
  readonly expiresAt?: number;
  readonly scope?: string;
}

/** Stores tokens between commands, readable only by the user. */
export interface TokenFile {
  readonly read: (resource: string) => Promise<SavedTokens | undefined>;
  readonly write: (resource: string, tokens: SavedTokens) => Promise<void>;
}

/** The file of this user. */
export function tokenFile({ environment }: Terminal): TokenFile {
  const path = join(userFolder(environment), 'tokens.json');
  const readAll = async (): Promise<Readonly<Record<string, unknown>>> => {
    try {
      const content: unknown = JSON.parse(await readFile(path, 'utf8'));
      return isObject(content) ? content : {};
    } catch {
      // The file is missing or invalid, so the user signs in again.
      return {};
    }
  };
  return {
    async read(resource) {
      const tokens = own(await readAll(), resource);
      return isTokens(tokens) ? tokens : undefined;
    },
    async write(resource, tokens) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const text = `${JSON.stringify({ ...(await readAll()), [resource]: tokens }, null, 2)}\n`;
      // The file is replaced atomically, and is never readable for other users.
      const temporaryPath = `${path}.${process.pid}`;
      await writeFile(temporaryPath, text, { mode: 0o600 });
      await rename(temporaryPath, path);
    },
  };
}

function isTokens(value: unknown): value is SavedTokens {
  if (!isObject(value)) return false;
  const { issuer, clientId, accessToken } = value;
  return typeof issuer === 'string' && typeof clientId === 'string' && typeof accessToken === 'string';
}
