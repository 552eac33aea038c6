import type { RequirementsOptions } from '@toolwire/auth/stage';
import type {
  Call,
  CallHandler,
  Logger,
  ReportThrown,
  Stage,
  Tool,
  ToolDefinition,
  Toolkit,
  ToolService,
  UniversalHandler,
  WireCodec,
} from '@toolwire/core';
import { describeThrown } from '@toolwire/errors';
import { createInterruption } from '@toolwire/limits/stage';
import type { JsonSchemaValidator, SchemaConverter } from '@toolwire/validate';
import { createAdmit, type RequestVerifier } from './admit.ts';
import { createCatalog } from './catalog.ts';
import { checkOptions, definitionsIn } from './check-options.ts';
import { compileTool } from './compile-tool.ts';
import { consoleLogger } from './console-logger.ts';
import { createHandler } from './create-handler.ts';
import { createEngine, isRecordedBy, type Stages, standardStages } from './engine.ts';
import { type CorsOptions, credentialHeadersOf } from './http/cors.ts';
import type { ArtifactOptions } from './keep-output.ts';
import type { ReadyCall } from './ready-call.ts';
import { createStopping, type StopSteps } from './stopping.ts';
import type { Visible } from './visible.ts';

/** What a server serves, and how. */
export interface ToolServerOptions {
  readonly tools: readonly (ToolDefinition | Toolkit)[];
  readonly wires: readonly WireCodec[];
  /** Stages of your own around every call, before its tool is known. */
  readonly use?: readonly Stage<Call>[];
  /** Stages of your own around the run of a tool whose input fits. */
  readonly around?: readonly Stage<ReadyCall>[];
  /** Standard stages to replace, one by one. */
  readonly stages?: Partial<Stages>;
  /** Builds the whole pipeline from the standard stages, in an order of your own. */
  readonly engine?: (stages: Stages) => CallHandler;
  readonly limits?: {
    /** The longest body in bytes; 1 MiB if left out. */
    readonly bodyBytes?: number;
    /** The deepest nesting of a body; 64 if left out. */
    readonly bodyDepth?: number;
    /** The longest run of a tool that names no time of its own, in milliseconds; 30 000 if left out. */
    readonly timeoutMs?: number;
    /** About how many bytes of JSON a tool may return; 10 MiB if left out. */
    readonly outputBytes?: number;
  };
  /** Checks tools whose schemas are plain JSON Schemas: `ajv()` or `noEval()` of `@toolwire/validate`. */
  readonly validator?: JsonSchemaValidator;
  /** Make JSON Schemas for schema libraries that bring none along, such as `zod3` of `@toolwire/validate/zod3`. */
  readonly converters?: readonly SchemaConverter[];
  /** Refuses definitions that would only be warned about, such as a parameter without a description. */
  readonly strict?: boolean;
  /** `hide` keeps refused values out of parameter errors. */
  readonly rejectedValues?: 'show' | 'hide';
  /** Lets pages of other origins call; nothing is sent unless this is given. */
  readonly cors?: CorsOptions;
  /** Who may call and list: a verifier of `@toolwire/auth`, or `trustHost(key)`. Left out, everybody may. */
  readonly auth?: RequestVerifier;
  /** Which tools and versions a caller may see; others are neither listed nor found. */
  readonly visible?: Visible;
  /** Where tokens, secrets and user ids come from that callers do not send, and where users may authorize a provider. */
  readonly requirements?: RequirementsOptions;
  /** Where tools' files go, and values too long to be sent; left out, a tool that answers with a file fails. */
  readonly artifacts?: ArtifactOptions;
  readonly logger?: Logger;
}

/** A server without a host: hand `handle` to an adapter, or call `call` directly. */
export interface ToolServer {
  readonly handle: UniversalHandler;
  /** Runs one call through the whole pipeline, with no wire and no host. */
  readonly call: CallHandler;
  readonly tools: readonly Tool[];
  /** Serves other tools from now on; clients that listen for changes are told. */
  replaceTools(tools: readonly (ToolDefinition | Toolkit)[]): void;
  /** What wires that hosts serve without HTTP, such as MCP on stdin, are given. */
  readonly service: ToolService;
  /** Every path that is answered, for hosts that must know their routes before the first request. */
  readonly paths: readonly string[];
  /** Steps towards a stop, for whoever owns the process; `listen` of `@toolwire/node` takes them all. */
  readonly stop: StopSteps;
  /** Writes to the log what went wrong around the server, such as a `context` that throws; hosts call it. */
  readonly report: ReportThrown;
}

/** Joins tools, wires and stages into a server; every mistake in a definition is thrown here, before the first call. */
export function createToolServer(options: ToolServerOptions): ToolServer {
  checkOptions(options);
  const { logger = consoleLogger, limits = {}, validator, converters, strict, rejectedValues } = options;
  const { use = [], around = [] } = options;
  const outputBytes = limits.outputBytes ?? 10 * 1024 * 1024;
  const compile = (tools: ToolServerOptions['tools']): readonly Tool[] =>
    definitionsIn(tools).map((one) =>
      compileTool(one, { validator, converters, strict, rejectedValues, outputBytes, logger }),
    );
  const catalog = createCatalog(compile(options.tools), options.visible);

  const interruption = createInterruption();
  const stages = {
    ...standardStages(catalog, {
      timeoutMs: limits.timeoutMs ?? 30_000,
      outputBytes,
      isRecorded: isRecordedBy(use),
      visible: options.visible,
      requirements: options.requirements,
      artifacts: options.artifacts,
      interruption,
      logger,
    }),
    ...options.stages,
  };
  const call = options.engine?.(stages) ?? createEngine(stages, { use, around }, logger);

  const stopping = createStopping(interruption);
  const service: ToolService = {
    call: (one) => {
      const refusal = stopping.refusal();
      return refusal === undefined ? call(one) : Promise.resolve(refusal);
    },
    page: catalog.page,
    isHealthy: stopping.isHealthy,
    onToolsChanged: catalog.onChange,
    onStop: stopping.onStop,
  };
  const handle = createHandler({
    wires: options.wires,
    service,
    limits: { maxBytes: limits.bodyBytes ?? 1024 * 1024, maxDepth: limits.bodyDepth ?? 64 },
    cors: options.cors,
    credentialHeaders: credentialHeadersOf(options.auth),
    admit: options.auth && createAdmit(options.auth, logger),
    stopping,
  });
  return {
    handle,
    call,
    get tools() {
      return catalog.resolver.all();
    },
    replaceTools: (tools) => catalog.replace(compile(tools)),
    service,
    paths: [...new Set(options.wires.flatMap(({ routes }) => routes.map(({ path }) => path)))],
    stop: stopping.steps,
    report: (thrown, message) => logger.error({ error: describeThrown(thrown) }, message),
  };
}
