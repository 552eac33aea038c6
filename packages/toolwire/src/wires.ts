import { type ArcadeOptions, arcade } from '@toolwire/arcade';
import type { Logger } from '@toolwire/core';
import type { WireCodec } from '@toolwire/core/wire';
import { mergeOptions, StartupError } from '@toolwire/internal';
import { type McpOptions, type McpServerInfo, type McpServingOptions, mcp } from '@toolwire/mcp';
import { type OtcOptions, otc } from '@toolwire/otc';
import type { ToolServerOptions } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { zod3 } from '@toolwire/validate/zod3';

/** The name and version of an app, for clients. */
interface AppName {
  /** The name of the app, such as `weather`, together with `version`; by default Toolwire and its version. */
  readonly name?: string | undefined;
  /** The version of the app, such as `1.4.0`. */
  readonly version?: string | undefined;
}

/** The protocols that `toolwire()` serves. */
export interface WiresOptions extends AppName {
  /** Open Tool Calling, on `/health`, `/tools` and `/tools/call`; `false` for none. */
  readonly otc?: OtcOptions | false | undefined;
  /** MCP, on `/mcp`; `false` for none. */
  readonly mcp?: McpOptions | false | undefined;
  /** Arcade, on `/tools/execute` and below `/worker`; `false` for none. */
  readonly arcade?: ArcadeOptions | false | undefined;
  /** Your protocols, or the `wire` of an artifact store. */
  readonly wires?: readonly WireCodec[] | undefined;
}

/** The validator and converters for the schemas of prompts. */
type SchemaReaders = Pick<ToolServerOptions, 'validator' | 'converters'>;

/** Creates the protocols that are not turned off. */
export function standardWires(
  options: WiresOptions & SchemaReaders & Pick<ToolServerOptions, 'auth'>,
  logger: Logger,
): readonly WireCodec[] {
  const { otc: otcOptions = {}, mcp: mcpOptions = {}, arcade: arcadeOptions = {}, wires = [] } = options;
  return [
    ...(otcOptions === false ? [] : [otc(withOpenApiDefaults(otcOptions, options))]),
    ...(mcpOptions === false ? [] : [mcp(withMcpDefaults(mcpOptions, options, logger))]),
    ...(arcadeOptions === false ? [] : [arcade(arcadeOptions)]),
    ...wires,
  ];
}

/** An OpenAPI document with the name, version and authentication of the app. */
function withOpenApiDefaults(
  otcOptions: OtcOptions,
  { name, version, auth, mcp: mcpOptions }: WiresOptions & Pick<ToolServerOptions, 'auth'>,
): OtcOptions {
  const { openApi = false } = otcOptions;
  if (openApi === false) return otcOptions;
  const securitySchemes = securitySchemesOf(auth, mcpOptions);
  const defaults = { title: name, version, securitySchemes };
  return { ...otcOptions, openApi: openApi === true ? defaults : mergeOptions(defaults, openApi) };
}

/** Defaults of MCP: the app's name, the server's logger and its validator. */
export function withMcpDefaults<Options extends McpServingOptions>(
  options: Options,
  app: AppName & SchemaReaders,
  logger: Logger,
): Options {
  const { validator = ajv(), converters = [zod3()] } = app;
  const serverInfo = serverInfoOf(app);
  return mergeOptions({ logger, validator, converters, ...(serverInfo !== undefined && { serverInfo }) }, options);
}

function serverInfoOf({ name, version }: AppName): McpServerInfo | undefined {
  if (name === undefined && version === undefined) return undefined;
  if (typeof name === 'string' && typeof version === 'string') return { name, version };
  throw new StartupError(
    'TW_APP_NAME',
    "toolwire() needs both a name and a version: toolwire({ name: 'weather', version: '1.0.0', tools })",
  );
}

interface KnownVerifier {
  readonly scheme?: string | undefined;
  readonly header?: string | undefined;
  readonly parts?: readonly KnownVerifier[] | undefined;
}

/** The security schemes of OpenAPI that the verifiers of a server accept. A custom verifier without `header` has none. */
function securitySchemesOf(
  auth: ToolServerOptions['auth'],
  mcpOptions: McpOptions | false | undefined,
): Readonly<Record<string, object>> {
  if (auth === undefined) return {};
  const issuers =
    mcpOptions === undefined || mcpOptions === false ? [] : (mcpOptions.authorization?.authorizationServers ?? []);
  const verifier: KnownVerifier = 'anonymous' in auth ? auth.verifier : auth;
  return Object.fromEntries((verifier.parts ?? [verifier]).flatMap((part) => schemeOf(part, issuers)));
}

function schemeOf({ scheme, header }: KnownVerifier, issuers: readonly string[]): readonly [string, object][] {
  if (header === undefined) return [];
  if (header !== 'authorization') return [[header, { type: 'apiKey', in: 'header', name: header }]];
  if (scheme === 'basic') return [['basic', { type: 'http', scheme: 'basic' }]];
  const description = issuers.length === 0 ? {} : { description: `A token of ${issuers.join(' or ')}.` };
  return [['bearer', { type: 'http', scheme: 'bearer', ...description }]];
}
