import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { isObject } from '@toolwire/internal';
import type { Terminal } from '../terminal.ts';

/** What an authorization server has given for a resource. */
export interface SavedTokens {
  readonly issuer: string;
  readonly clientId: string;
  readonly accessToken: string;
  readonly refreshToken?: string;
  /** In milliseconds since 1970. */
  readonly expiresAt?: number;
  readonly scope?: string;
}

/** Where tokens are kept from one command to the next, for nobody but the user. */
export interface TokenFile {
  readonly read: (resource: string) => Promise<SavedTokens | undefined>;
  readonly write: (resource: string, tokens: SavedTokens) => Promise<void>;
}

/** The file of this user. */
export function tokenFile({ environment }: Terminal): TokenFile {
  const config = environment['XDG_CONFIG_HOME'] || join(environment['HOME'] ?? homedir(), '.config');
  const path = join(config, 'toolwire', 'tokens.json');
  const all = async (): Promise<Readonly<Record<string, unknown>>> => {
    try {
      const found: unknown = JSON.parse(await readFile(path, 'utf8'));
      return isObject(found) ? found : {};
    } catch {
      // There is none yet, or it cannot be read: the user signs in again.
      return {};
    }
  };
  return {
    async read(resource) {
      const found = await all();
      const tokens = Object.hasOwn(found, resource) ? found[resource] : undefined;
      return isTokens(tokens) ? tokens : undefined;
    },
    async write(resource, tokens) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const text = `${JSON.stringify({ ...(await all()), [resource]: tokens }, null, 2)}\n`;
      // Whole or not at all, and never readable to others.
      const whole = `${path}.${process.pid}`;
      await writeFile(whole, text, { mode: 0o600 });
      await rename(whole, path);
    },
  };
}

function isTokens(value: unknown): value is SavedTokens {
  if (!isObject(value)) return false;
  const { issuer, clientId, accessToken } = value;
  return typeof issuer === 'string' && typeof clientId === 'string' && typeof accessToken === 'string';
}
