import { type ArcadeOptions, arcade } from '@toolwire/arcade';
import type { Logger } from '@toolwire/core';
import type { WireCodec } from '@toolwire/core/wire';
import { overlaid, StartUpError } from '@toolwire/internal';
import { type McpOptions, type McpServerInfo, type McpServingOptions, mcp } from '@toolwire/mcp';
import { type OtcOptions, otc } from '@toolwire/otc';
import type { JsonSchemaValidator, SchemaConverter } from '@toolwire/validate';
import { ajv } from '@toolwire/validate/ajv';
import { zod3 } from '@toolwire/validate/zod3';

/** Who an app is, as it tells clients. */
export interface AppName {
  /** What the app is called, such as `weather`; given with its `version`. Toolwire, and its version, if left out. */
  readonly name?: string | undefined;
  /** The version of the app, such as `1.4.0`. */
  readonly version?: string | undefined;
}

/** Which wires the quickstart serves, and how. */
export interface WiresOptions extends AppName {
  /** Open Tool Calling, on `/health`, `/tools` and `/tools/call`; `false` for none. */
  readonly otc?: OtcOptions | false | undefined;
  /** MCP, on `/mcp`; `false` for none. */
  readonly mcp?: McpOptions | false | undefined;
  /** Arcade, on `/tools/execute` and below `/worker`; `false` for none. */
  readonly arcade?: ArcadeOptions | false | undefined;
  /** Wires of your own, or the one that serves artifacts. */
  readonly wires?: readonly WireCodec[] | undefined;
}

/** What reads the schemas of prompts, as it reads those of tools. */
interface SchemaReaders {
  readonly validator?: JsonSchemaValidator | undefined;
  readonly converters?: readonly SchemaConverter[] | undefined;
}

/** Makes the wires: all that there are, unless one was turned off. */
export function standardWires(options: WiresOptions & SchemaReaders, logger: Logger): readonly WireCodec[] {
  const { otc: otcOptions = {}, mcp: mcpOptions = {}, arcade: arcadeOptions = {}, wires = [] } = options;
  return [
    ...(otcOptions === false ? [] : [otc(otcOptions)]),
    ...(mcpOptions === false ? [] : [mcp(withDefaults(mcpOptions, options, logger))]),
    ...(arcadeOptions === false ? [] : [arcade(arcadeOptions)]),
    ...wires,
  ];
}

/** What MCP is served with unless something else was asked for: the app's name, the server's log, and its validator. */
export function withDefaults<Options extends McpServingOptions>(
  options: Options,
  app: AppName & SchemaReaders,
  logger: Logger,
): Options {
  const { validator = ajv(), converters = [zod3()] } = app;
  const serverInfo = serverInfoOf(app);
  return overlaid({ logger, validator, converters, ...(serverInfo !== undefined && { serverInfo }) }, options);
}

function serverInfoOf({ name, version }: AppName): McpServerInfo | undefined {
  if (name === undefined && version === undefined) return undefined;
  if (typeof name === 'string' && typeof version === 'string') return { name, version };
  throw new StartUpError(
    'TW_APP_NAME',
    "An app has a name and a version: toolwire({ name: 'weather', version: '1.0.0', tools })",
  );
}
