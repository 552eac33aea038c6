import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import type { OAuthTokens } from '@modelcontextprotocol/client';
import { type Fields, fieldsIn, firstText, isObject, own, withoutUndefined } from '@toolwire/internal';
import { readIfExists, userFolder } from '../files.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Authority } from './discover.ts';

export interface SavedTokens {
  readonly issuer: string;
  readonly clientId: string;
  readonly accessToken: string;
  readonly refreshToken?: string;
  /** In milliseconds since 1970. */
  readonly expiresAt?: number;
  readonly scope?: string;
}

export type TokenFile = ReturnType<typeof tokenFile>;

/** The file that stores the tokens of this user between commands, readable only by the user. */
export function tokenFile({ environment }: Pick<Terminal, 'environment'>) {
  const path = join(userFolder(environment), 'tokens.json');
  // Without a file, or with one that is not JSON, the user signs in again. A file that can't be read must not be replaced.
  const readAll = async (): Promise<Fields> => fieldsIn((await readIfExists(path)) ?? '');
  return {
    async read(resource: string): Promise<SavedTokens | undefined> {
      const tokens = own(await readAll(), resource);
      return isTokens(tokens) ? tokens : undefined;
    },
    async write(resource: string, tokens: SavedTokens): Promise<void> {
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
  const { issuer, clientId, accessToken, refreshToken, expiresAt, scope } = value;
  return (
    [issuer, clientId, accessToken].every((each) => typeof each === 'string') &&
    [refreshToken, scope].every((each) => each === undefined || typeof each === 'string') &&
    (expiresAt === undefined || typeof expiresAt === 'number')
  );
}

/** Converts the tokens of an authorization server. Without a scope, the requested one was granted. */
export function toSavedTokens(
  { server: { issuer } }: Authority,
  clientId: string,
  { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds, scope }: OAuthTokens,
  requested: string | undefined,
): SavedTokens {
  return withoutUndefined({
    issuer,
    clientId,
    accessToken,
    refreshToken,
    expiresAt: seconds === undefined ? undefined : Date.now() + seconds * 1000,
    scope: firstText(scope ?? requested),
  });
}
