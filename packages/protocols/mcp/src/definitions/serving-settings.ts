import { checkChoice, checkNumber, type Filled, StartupError, wholeMs } from '@toolwire/internal';
import type { JsonSchemaValidator, SchemaConverter } from '@toolwire/validate';
import manifest from '../../package.json' with { type: 'json' };
import type { McpServingOptions } from './options.ts';
import type { AnyPrompt } from './prompt-definition.ts';
import type { ResourceDefinition } from './resource-definition.ts';
import type { McpUpdates } from './updates.ts';

/** The shared options with their defaults. */
export interface ServingSettings extends Filled<Omit<McpServingOptions, OptionalSettings>> {
  readonly instructions: string | undefined;
  readonly stateSecrets: readonly string[];
  readonly resources: readonly ResourceDefinition[] | undefined;
  readonly prompts: readonly AnyPrompt[] | undefined;
  readonly updates: McpUpdates | undefined;
  readonly validator: JsonSchemaValidator | undefined;
  readonly converters: readonly SchemaConverter[] | undefined;
  readonly logger: McpServingOptions['logger'] | undefined;
}

type OptionalSettings =
  | 'instructions'
  | 'stateSecret'
  | 'resources'
  | 'prompts'
  | 'updates'
  | 'validator'
  | 'converters'
  | 'logger';

/** Checks the options and adds their defaults. Errors name the `caller`, for example `mcp()`. */
export function readServingSettings(options: McpServingOptions, caller: string): ServingSettings {
  const { pageSize = Number.POSITIVE_INFINITY, ttlMs = 0, taskAfterMs = 50 } = options;
  const { stateTtlMs = 15 * 60_000, maxListeners = 1000 } = options;
  const { versions = 'latest', schemas = 'portable', logging = true } = options;
  checkChoice(`versions of ${caller}`, versions, ['latest', 'all']);
  checkChoice(`schemas of ${caller}`, schemas, ['portable', 'written']);
  checkNumber(`pageSize of ${caller}`, pageSize, { unit: 'tools', whole: true, from: 1, infinity: 'all of them' });
  checkNumber(`ttlMs of ${caller}`, ttlMs, { unit: 'milliseconds', whole: true, from: 0 });
  checkNumber(`stateTtlMs of ${caller}`, stateTtlMs, wholeMs);
  checkNumber(`maxListeners of ${caller}`, maxListeners, { whole: true, from: 0, infinity: 'no limit' });
  checkNumber(`taskAfterMs of ${caller}`, taskAfterMs, { unit: 'milliseconds', from: 0, to: 60_000 });
  return {
    serverInfo: options.serverInfo ?? defaultServerInfo,
    instructions: options.instructions,
    versions,
    schemas,
    pageSize,
    ttlMs,
    logging,
    resultMeta: options.resultMeta ?? false,
    artifactLinks: options.artifactLinks ?? true,
    stateSecrets: readSecrets(options.stateSecret, caller),
    stateTtlMs,
    maxListeners,
    taskAfterMs,
    resources: options.resources,
    updates: options.updates,
    prompts: options.prompts,
    validator: options.validator,
    converters: options.converters,
    logger: options.logger,
  };
}

function readSecrets(secret: McpServingOptions['stateSecret'], caller: string): readonly string[] {
  if (secret === undefined) return [];
  const secrets = typeof secret === 'string' ? [secret] : secret;
  if (secrets.length > 0 && secrets.every(({ length }) => length >= 32)) return secrets;
  throw new StartupError(
    'TW_CREDENTIAL_SHORT',
    `stateSecret of ${caller} must have at least 32 random characters, the same in every process.`,
  );
}

/** The default `serverInfo`: toolwire and the version of this package. */
export const defaultServerInfo: { readonly name: string; readonly version: string } = {
  name: 'toolwire',
  version: manifest.version,
};
