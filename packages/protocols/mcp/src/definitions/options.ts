import type { ContextValues, Icon, Logger, Principal } from '@toolwire/core';
import type { Mailbox } from '@toolwire/core/wire';
import type { NamesOf } from '@toolwire/internal';
import type { JsonSchemaValidator, SchemaConverter } from '@toolwire/validate';
import type { AnyPrompt } from './prompt-definition.ts';
import type { ResourceDefinition } from './resource-definition.ts';
import type { McpUpdates } from './updates.ts';

/** The name, version and other information about the server. */
export interface McpServerInfo {
  readonly name: string;
  readonly version: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly websiteUrl?: string | undefined;
  readonly icons?: readonly Icon[] | undefined;
}

/** Options that apply to every transport. */
export interface McpServingOptions {
  /** Describes the server to users of the client. Defaults to toolwire and the version of this package. */
  readonly serverInfo?: McpServerInfo | undefined;
  /** Tells the model how to use the tools together. */
  readonly instructions?: string | undefined;
  /** `latest` lists each tool in its latest version. `all` also lists earlier versions, for example as `Calculator_Add-1_0_0`. */
  readonly versions?: 'latest' | 'all' | undefined;
  /** How input schemas are listed. `portable` fits the APIs of all models; `written` keeps every keyword. Validation is the same. */
  readonly schemas?: 'portable' | 'written' | undefined;
  /** The number of tools per page of the listing. Defaults to all. */
  readonly pageSize?: number | undefined;
  /** How long clients may cache the listing, in milliseconds. Defaults to 0. */
  readonly ttlMs?: number | undefined;
  /** Sends the log messages of a tool to its caller, without their fields. Defaults to `true`. */
  readonly logging?: boolean | undefined;
  /** Sends a stored output as a link in addition to its text. Defaults to `true`. */
  readonly artifactLinks?: boolean | undefined;
  /**
   * Signs session IDs, and the state that clients return with user input: at least 32 random characters, the same in every process. The
   * first secret of a list signs, and all are accepted, which allows rotation. Defaults to a random key per process.
   */
  readonly stateSecret?: string | readonly [string, ...string[]] | undefined;
  /** How long a client may take to return user input, in milliseconds. Defaults to 15 minutes. */
  readonly stateTtlMs?: number | undefined;
  /** The maximum number of clients that listen for changes at once. Each principal may have a tenth of them. Defaults to 1000. */
  readonly maxListeners?: number | undefined;
  /** How long a call may take, in milliseconds, before the server returns a task. Defaults to 50. */
  readonly taskAfterMs?: number | undefined;
  /** Resources that clients can read or attach, from `defineResource`. */
  readonly resources?: readonly ResourceDefinition[] | undefined;
  /** Changes resources and prompts while the server runs, and enables resource subscriptions: `createMcpUpdates()`. */
  readonly updates?: McpUpdates | undefined;
  /** Prompts that users can choose as commands, from `definePrompt`. */
  readonly prompts?: readonly AnyPrompt[] | undefined;
  /** Validates prompt arguments with plain JSON Schemas: `ajv()` or `noEval()` of `@toolwire/validate`. */
  readonly validator?: JsonSchemaValidator | undefined;
  /** Convert prompt schemas of libraries that can't produce JSON Schema. */
  readonly converters?: readonly SchemaConverter[] | undefined;
  /** Receives warnings about tools that can't be served as defined. */
  readonly logger?: Pick<Logger, 'warn'> | undefined;
}

/** Where clients get the access tokens that the server's `auth` requires (RFC 9728). */
export interface McpAuthorization {
  /** The public URL of the MCP endpoint, for example `https://tools.example.com/mcp`. */
  readonly resource: string;
  /** The URLs of the authorization servers. */
  readonly authorizationServers: readonly [string, ...string[]];
  /** The scopes that every client needs, also listed in the challenge. */
  readonly scopesSupported?: readonly string[];
  /**
   * How to report missing authentication: with `http` status 401 or 403, or in the `result`, as ChatGPT expects it. `auto`, the
   * default, uses the result for clients whose user agent is ChatGPT, and HTTP for all other clients.
   */
  readonly challenge?: 'http' | 'result' | 'auto';
}

/** The names of the options that apply to every transport. */
export const servingNames: NamesOf<McpServingOptions> = {
  serverInfo: true,
  instructions: true,
  versions: true,
  schemas: true,
  pageSize: true,
  ttlMs: true,
  logging: true,
  artifactLinks: true,
  stateSecret: true,
  stateTtlMs: true,
  maxListeners: true,
  taskAfterMs: true,
  resources: true,
  updates: true,
  prompts: true,
  validator: true,
  converters: true,
  logger: true,
};

/** Sessions over HTTP for clients of revisions before 2026-07-28. Their whole state is in the session ID, signed with the `stateSecret`. */
export interface McpSessions {
  /** The lifetime of a session, in milliseconds. Defaults to 30 days. */
  readonly ttlMs?: number;
  /** Forwards cancellations and input to the process that runs the call, where several processes serve one session. */
  readonly mailbox?: Mailbox;
}

/** The options of MCP over HTTP. */
export interface McpOptions extends McpServingOptions {
  /** The path of the endpoint. Defaults to `/mcp`. */
  readonly path?: string | undefined;
  /** Origins whose pages may call, for example `https://app.example.com`, or `*` for any. Pages of this machine and of the server's `allowedHosts` are always allowed. */
  readonly allowedOrigins?: readonly string[] | '*' | undefined;
  /** Where clients get access tokens for this server (RFC 9728). Without it, no metadata is published. */
  readonly authorization?: McpAuthorization | undefined;
  /** Sessions, for clients that start with `initialize`. `false` turns them off. */
  readonly sessions?: McpSessions | false | undefined;
}

/** The options of one connection without HTTP. */
export interface McpConnectionOptions extends McpServingOptions {
  /** The principal of the client. */
  readonly principal?: Principal | undefined;
  /** Context values that the app passes to tools. */
  readonly values?: ContextValues | undefined;
  /** How long calls may continue after the connection closes, in milliseconds. Defaults to 1 second. */
  readonly graceMs?: number | undefined;
}

/** The names of the options of a connection. */
export const connectionNames: NamesOf<McpConnectionOptions> = {
  ...servingNames,
  principal: true,
  values: true,
  graceMs: true,
};
