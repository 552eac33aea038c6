import type { ContextValues, Icon, Logger, Principal } from '@toolwire/core';
import { checkNumber, type Filled, type NamesOf, type NumberRule, StartUpError, wholeMs } from '@toolwire/internal';
import type { JsonSchemaValidator, SchemaConverter } from '@toolwire/validate';
import type { AnyPrompt } from '../definitions/prompt-definition.ts';
import type { ResourceDefinition } from '../definitions/resource-definition.ts';
import type { ResourceUpdates } from '../definitions/resource-updates.ts';
import { defaultServerInfo } from './default-server-info.ts';
import type { McpSessions } from './session-options.ts';

/** How the server presents itself. */
export interface McpServerInfo {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  readonly websiteUrl?: string;
  readonly icons?: readonly Icon[];
}

/** What MCP needs to know of the server, whatever carries its messages. */
export interface McpServingOptions {
  /** Who the server is, as clients show it to their users; toolwire, and the version of this package, if left out. */
  readonly serverInfo?: McpServerInfo | undefined;
  /** How the tools are meant to be used together, for the model. */
  readonly instructions?: string | undefined;
  /** `latest`: each tool in its latest version, under its name. `all`: earlier versions too, as `Calculator_Add-1_0_0`. */
  readonly versions?: 'latest' | 'all' | undefined;
  /** How inputs are listed. `portable`: as every model's interface takes them; `written`: with every keyword of their authors. Checked the same. */
  readonly schemas?: 'portable' | 'written' | undefined;
  /** How many tools a page of the listing holds; all of them if left out. */
  readonly pageSize?: number | undefined;
  /** How long clients may keep the listing, in milliseconds; 0 if left out. */
  readonly ttlMs?: number | undefined;
  /** Which of a tool's log lines its caller may see: their sentences, their fields as well, or none. Sentences if left out. */
  readonly logging?: 'messages' | 'full' | 'off' | undefined;
  /** Tells every client in the `_meta` of a result what it was: its call, tool, time and kind, and of an error whether to try again. Left out, those who ask for it. */
  readonly resultMeta?: boolean | undefined;
  /** Sends a stored output as a link too, besides the words that name its address; `true` if left out. */
  readonly artifactLinks?: boolean | undefined;
  /** Signs what clients bring back when a tool asks for input: 32 random characters or more, the same in every process that serves them. */
  readonly stateSecret?: string | undefined;
  /** How long an answer to a tool's questions may take, in milliseconds; 15 minutes if left out. */
  readonly stateTtlMs?: number | undefined;
  /** How many clients may listen for changes at once; 1000 if left out. */
  readonly maxListeners?: number | undefined;
  /** How many of them may belong to one principal; 100 if left out. */
  readonly maxListenersPerCaller?: number | undefined;
  /** How long a call may take, in milliseconds, before its caller is given a task instead of an answer; 50 if left out. */
  readonly taskAfterMs?: number | undefined;
  /** What clients may read, or show to their users as attachments; made by `defineResource`. */
  readonly resources?: readonly ResourceDefinition[] | undefined;
  /** Lets clients subscribe to resources, and hears of their changes from the app: `createResourceUpdates()`. */
  readonly resourceUpdates?: ResourceUpdates | undefined;
  /** What users may choose as a command; made by `definePrompt`. */
  readonly prompts?: readonly AnyPrompt[] | undefined;
  /** Checks prompts whose arguments are plain JSON Schemas: `ajv()` or `noEval()` of `@toolwire/validate`. */
  readonly validator?: JsonSchemaValidator | undefined;
  /** Make JSON Schemas for schema libraries that bring none along, for prompts. */
  readonly converters?: readonly SchemaConverter[] | undefined;
  /** Hears of tools that cannot be served as they are defined. */
  readonly logger?: Pick<Logger, 'warn'> | undefined;
}

/** Where clients get the tokens that the server's `auth` wants (RFC 9728). */
export interface McpAuthorization {
  /** The public address of the MCP endpoint, such as `https://tools.example.com/mcp`. */
  readonly resource: string;
  /** The issuers of tokens. */
  readonly authorizationServers: readonly [string, ...string[]];
  /** The scopes a client needs for the basics; also named in the challenge. */
  readonly scopesSupported?: readonly string[];
  /**
   * How a call is refused whose caller has to sign in first: by `http`, 401 or 403, or in its `result`, as ChatGPT reads it. `auto`, if left
   * out: in the result for clients that call themselves ChatGPT, by HTTP for all others.
   */
  readonly challenge?: 'http' | 'result' | 'auto';
}

/** The names of what MCP needs to know of the server. */
export const servingNames: NamesOf<McpServingOptions> = {
  serverInfo: true,
  instructions: true,
  versions: true,
  schemas: true,
  pageSize: true,
  ttlMs: true,
  logging: true,
  resultMeta: true,
  artifactLinks: true,
  stateSecret: true,
  stateTtlMs: true,
  maxListeners: true,
  maxListenersPerCaller: true,
  taskAfterMs: true,
  resources: true,
  resourceUpdates: true,
  prompts: true,
  validator: true,
  converters: true,
  logger: true,
};

/** How MCP is served over HTTP. */
export interface McpOptions extends McpServingOptions {
  /** The endpoint; `/mcp` if left out. */
  readonly path?: string | undefined;
  /** Names that the server is reached by, and its own pages call by; with a port, only at that port. At a loopback address its own names are allowed anyway. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Origins whose pages may call, such as `https://app.example.com`, besides those of this machine and of `allowedHosts`; `*` for any. */
  readonly allowedOrigins?: readonly string[] | '*' | undefined;
  /** Where clients get tokens for this server (RFC 9728); clients are told of no such place if left out. */
  readonly authorization?: McpAuthorization | undefined;
  /** How often a stream that is quiet shows that it is open, in milliseconds; 15 seconds if left out. */
  readonly keepAliveMs?: number | undefined;
  /** How the ids of sessions are signed, for clients that begin with `initialize`; `false` for no sessions. */
  readonly sessions?: McpSessions | false | undefined;
}

/** How one connection without HTTP is served. */
export interface McpConnectionOptions extends McpServingOptions {
  /** Who is at the other end. */
  readonly principal?: Principal | undefined;
  /** Nobody else uses the server, as where a program serves the one that has started it: ids of calls are kept without a principal too. */
  readonly onlyClient?: boolean | undefined;
  /** What the host hands along to tools. */
  readonly values?: ContextValues | undefined;
  /** How long calls may go on when the connection is closed, in milliseconds; 1 second if left out. */
  readonly graceMs?: number | undefined;
}

/** The options of serving with every default filled in. */
export interface ServingSettings extends Filled<Omit<McpServingOptions, Unset>> {
  readonly instructions: string | undefined;
  readonly stateSecret: string | undefined;
  readonly resourceUpdates: ResourceUpdates | undefined;
  readonly validator: JsonSchemaValidator | undefined;
  readonly converters: readonly SchemaConverter[] | undefined;
  readonly logger: McpServingOptions['logger'] | undefined;
}

type Unset = 'instructions' | 'stateSecret' | 'resourceUpdates' | 'validator' | 'converters' | 'logger';

/** Fills in the defaults, and refuses what could not work. */
export function servingSettings(options: McpServingOptions): ServingSettings {
  const { stateSecret, pageSize = Number.POSITIVE_INFINITY, ttlMs = 0, taskAfterMs = 50 } = options;
  const { stateTtlMs = 15 * 60_000, maxListeners = 1000, maxListenersPerCaller = 100 } = options;
  if (stateSecret !== undefined && stateSecret.length < 32) {
    throw new StartUpError(
      'TW_CREDENTIAL_SHORT',
      'mcp: the stateSecret must have at least 32 characters. Take random ones, and keep them.',
    );
  }
  checkNumber('mcp: pageSize', pageSize, { unit: 'tools', whole: true, from: 1, infinity: 'all of them' });
  checkNumber('mcp: ttlMs', ttlMs, { unit: 'milliseconds', whole: true, from: 0 });
  checkNumber('mcp: stateTtlMs', stateTtlMs, wholeMs);
  checkNumber('mcp: maxListeners', maxListeners, listenerLimit);
  checkNumber('mcp: maxListenersPerCaller', maxListenersPerCaller, listenerLimit);
  checkNumber('mcp: taskAfterMs', taskAfterMs, { unit: 'milliseconds', from: 0, to: 60_000 });
  return {
    serverInfo: options.serverInfo ?? defaultServerInfo,
    instructions: options.instructions,
    versions: options.versions ?? 'latest',
    schemas: options.schemas ?? 'portable',
    pageSize,
    ttlMs,
    logging: options.logging ?? 'messages',
    resultMeta: options.resultMeta ?? false,
    artifactLinks: options.artifactLinks ?? true,
    stateSecret,
    stateTtlMs,
    maxListeners,
    maxListenersPerCaller,
    taskAfterMs,
    resources: options.resources ?? [],
    resourceUpdates: options.resourceUpdates,
    prompts: options.prompts ?? [],
    validator: options.validator,
    converters: options.converters,
    logger: options.logger,
  };
}

const listenerLimit: NumberRule = { whole: true, from: 0, infinity: 'no limit' };
