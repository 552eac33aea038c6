import type { Mailbox } from '@toolwire/core/wire';
import {
  checkChoice,
  checkNames,
  checkNumber,
  type Filled,
  type NamesOf,
  StartupError,
  wholeMs,
  withoutUndefined,
} from '@toolwire/internal';
import manifest from '../../package.json' with { type: 'json' };
import type { McpServingOptions, McpSessions } from './options.ts';

/** The default `serverInfo`: toolwire and the version of this package. */
export const defaultServerInfo: { readonly name: string; readonly version: string } = {
  name: 'toolwire',
  version: manifest.version,
};

type OptionWithDefault =
  | 'serverInfo'
  | 'versions'
  | 'schemas'
  | 'pageSize'
  | 'ttlMs'
  | 'logging'
  | 'artifactLinks'
  | 'stateTtlMs'
  | 'maxListeners'
  | 'taskAfterMs';

const defaults: Filled<Pick<McpServingOptions, OptionWithDefault>> = {
  serverInfo: defaultServerInfo,
  versions: 'latest',
  schemas: 'portable',
  pageSize: Number.POSITIVE_INFINITY,
  ttlMs: 0,
  logging: true,
  artifactLinks: true,
  stateTtlMs: 15 * 60_000,
  maxListeners: 1000,
  taskAfterMs: 50,
};

/** The shared options with their defaults. */
export interface ServingSettings
  extends Omit<McpServingOptions, OptionWithDefault | 'stateSecret'>,
    Filled<Pick<McpServingOptions, OptionWithDefault>> {
  readonly stateSecrets: readonly string[];
}

/** Checks the options and adds their defaults. Errors contain `functionName`, for example `mcp()`. */
export function readServingSettings(options: McpServingOptions, functionName: string): ServingSettings {
  const { stateSecret, ...others } = options;
  const settings = { ...defaults, ...withoutUndefined(others) };
  const { versions, schemas, pageSize, ttlMs, stateTtlMs, maxListeners, taskAfterMs } = settings;
  checkChoice(`versions of ${functionName}`, versions, ['latest', 'all']);
  checkChoice(`schemas of ${functionName}`, schemas, ['portable', 'written']);
  checkNumber(`pageSize of ${functionName}`, pageSize, {
    unit: 'tools',
    whole: true,
    from: 1,
    infinity: 'all of them',
  });
  checkNumber(`ttlMs of ${functionName}`, ttlMs, { unit: 'milliseconds', whole: true, from: 0 });
  checkNumber(`stateTtlMs of ${functionName}`, stateTtlMs, wholeMs);
  checkNumber(`maxListeners of ${functionName}`, maxListeners, { whole: true, from: 0, infinity: 'no limit' });
  checkNumber(`taskAfterMs of ${functionName}`, taskAfterMs, { unit: 'milliseconds', from: 0, to: 60_000 });
  return { ...settings, stateSecrets: readSecrets(stateSecret, functionName) };
}

function readSecrets(secret: McpServingOptions['stateSecret'], functionName: string): readonly string[] {
  if (secret === undefined) return [];
  const secrets = typeof secret === 'string' ? [secret] : secret;
  if (secrets.length > 0 && secrets.every(({ length }) => length >= 32)) return secrets;
  throw new StartupError(
    'TW_CREDENTIAL_SHORT',
    `stateSecret of ${functionName} must have at least 32 random characters, the same in every process.`,
  );
}

/** The options of sessions with their defaults. */
export interface SessionSettings {
  readonly ttlMs: number;
  readonly mailbox: Mailbox | undefined;
}

const sessionNames: NamesOf<McpSessions> = { ttlMs: true, mailbox: true };

/** Checks the options and adds their defaults. `undefined` turns sessions off. */
export function readSessionSettings(options: McpSessions | false = {}): SessionSettings | undefined {
  if (options === false) return undefined;
  checkNames('sessions of mcp()', options, sessionNames);
  const { ttlMs = 30 * 86_400_000, mailbox } = options;
  checkNumber('sessions.ttlMs of mcp()', ttlMs, wholeMs);
  return { ttlMs, mailbox };
}
