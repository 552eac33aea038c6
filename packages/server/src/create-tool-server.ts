import type { RequirementsOptions } from '@toolwire/auth/stage';
import type {
  ArtifactReader,
  ArtifactStore,
  Call,
  CallHandler,
  Logger,
  Stage,
  Tool,
  ToolDefinition,
  Toolkit,
} from '@toolwire/core';
import type { ReportThrown, ToolService, UniversalHandler, WireCodec } from '@toolwire/core/wire';
import { describeThrown } from '@toolwire/errors';
import { checkNames, type NamesOf } from '@toolwire/internal';
import { createInterruption } from '@toolwire/limits/stage';
import type { JsonSchemaValidator, SchemaConverter } from '@toolwire/validate';
import { createAdmit, type RequestVerifier } from './admit.ts';
import { createIdWarning, forgetUnknown } from './call-ids.ts';
import { createCatalog } from './catalog.ts';
import { checkOptions, definitionsIn } from './check-options.ts';
import { type CheckOrder, checkOrder, standardOrder } from './check-order.ts';
import { createChecks, type Stages } from './checks.ts';
import { compileTool } from './compile-tool.ts';
import { consoleLogger } from './console-logger.ts';
import { createCancel } from './create-cancel.ts';
import { createHandler } from './create-handler.ts';
import { createEnds, createEngine, createRefuseThrown, isRecordedBy } from './engine.ts';
import { type CheckHealth, createHealth, type HealthOptions, healthNames } from './health.ts';
import { type CorsOptions, createCors, credentialHeadersOf } from './http/cors.ts';
import { createPageGuard } from './http/page-guard.ts';
import type { ArtifactOptions } from './keep-output.ts';
import { createPortabilityWarning } from './portability-warning.ts';
import type { ReadyCall } from './ready-call.ts';
import { createStopping, type StopSteps } from './stopping.ts';
import { createThrownErrors, type ErrorOptions } from './thrown-errors.ts';
import { createIsVisible, type Visible } from './visible.ts';

/** What a server serves, and how. */
export interface ToolServerOptions extends ErrorOptions {
  readonly tools: readonly (ToolDefinition | Toolkit)[];
  readonly wires: readonly WireCodec[];
  /** Stages of your own around every call, before its tool is known. */
  readonly use?: readonly Stage<Call>[];
  /** Stages of your own around the run of a tool whose input fits. */
  readonly around?: readonly Stage<ReadyCall>[];
  /** Checks to replace, one by one; what ends calls, limits them and runs tools stays the server's. */
  readonly stages?: Partial<Stages>;
  /** In which order a call is checked, with stages of your own among the checks; `['resolve', 'validate', 'requirements']` if left out. */
  readonly order?: CheckOrder;
  readonly limits?: {
    /** The longest body in bytes; 1 MiB if left out. */
    readonly bodyBytes?: number;
    /** The deepest nesting of a body; 64 if left out. */
    readonly bodyDepth?: number;
    /** The most lists, objects and members of a body; 50 000 if left out. */
    readonly bodyParts?: number;
    /** How many calls run at once, before others are refused as overloaded; 1000 if left out, `Infinity` for any number. */
    readonly runningCalls?: number;
    /** About how many bytes of memory the inputs of calls that run may take together, likewise; 64 MiB if left out. */
    readonly runningInputBytes?: number;
    /** The longest run of a tool that names no time of its own, in milliseconds; 30 000 if left out. */
    readonly timeoutMs?: number;
    /** About how many bytes of JSON a tool may return, or of text its error may have; 10 MiB if left out. */
    readonly outputBytes?: number;
    /** How long a caller may take nothing of an answer that waits for it, in milliseconds; 30 000 if left out. */
    readonly writeStallMs?: number;
  };
  /** Checks tools whose schemas are plain JSON Schemas: `ajv()` or `noEval()` of `@toolwire/validate`. */
  readonly validator?: JsonSchemaValidator;
  /** Make JSON Schemas for schema libraries that bring none along, such as `zod3` of `@toolwire/validate/zod3`. */
  readonly converters?: readonly SchemaConverter[];
  /** Refuses definitions that would only be warned about, such as a parameter without a description. */
  readonly strict?: boolean;
  /** Whether the log hears, once, of tools that some models' interfaces or clients refuse or leave out; it does if left out. */
  readonly portability?: 'warn' | 'off';
  /** `hide` keeps refused values out of parameter errors. */
  readonly rejectedValues?: 'show' | 'hide';
  /**
   * Names that the server is reached by, such as `tools.example.com`; with a port, only at that port. Its own pages may
   * call by them, and MCP at a loopback address is reached by them, as behind a proxy. Other callers need none.
   */
  readonly allowedHosts?: readonly string[];
  /** Lets pages of other origins call; nothing is sent unless this is given. */
  readonly cors?: CorsOptions;
  /** Who may call and list: a verifier of `@toolwire/auth`, or `trustHost()` for those whom the app has signed in. Left out, everybody may. */
  readonly auth?: RequestVerifier;
  /** Which tools and versions a caller may see; others are neither listed nor found, nor is any for which this throws. */
  readonly visible?: Visible;
  /** Where tokens, secrets and user ids come from that callers do not send, and where users may authorize a provider. */
  readonly requirements?: RequirementsOptions;
  /** Where tools' files go, and values too long to be sent; left out, a tool that answers with a file fails. */
  readonly artifacts?: ArtifactOptions;
  /** Whether what the tools need is there, such as a database: `/health` answers 503 while it says no, throws, or takes too long. */
  readonly health?: CheckHealth | HealthOptions;
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
  /** After how many milliseconds hosts cut off a caller who takes nothing of an answer. */
  readonly writeStallMs: number;
  /** Writes to the log what went wrong around the server, such as a `values` that throws; hosts call it. */
  readonly report: ReportThrown;
}

const optionNames: NamesOf<ToolServerOptions> = {
  tools: true,
  wires: true,
  use: true,
  around: true,
  stages: true,
  order: true,
  limits: true,
  validator: true,
  converters: true,
  strict: true,
  portability: true,
  rejectedValues: true,
  cors: true,
  auth: true,
  allowedHosts: true,
  visible: true,
  requirements: true,
  artifacts: true,
  logger: true,
  onError: true,
  health: true,
  mapError: true,
};

const limitNames: NamesOf<NonNullable<ToolServerOptions['limits']>> = {
  bodyBytes: true,
  bodyDepth: true,
  timeoutMs: true,
  outputBytes: true,
  writeStallMs: true,
  bodyParts: true,
  runningCalls: true,
  runningInputBytes: true,
};
const corsNames: NamesOf<CorsOptions> = { origins: true, maxAgeSeconds: true };
const stageNames: NamesOf<Stages> = { resolve: true, validate: true, requirements: true };
const artifactNames: NamesOf<ArtifactOptions> = { store: true, aboveLength: true };

/** Joins tools, wires and stages into a server; every mistake in a definition is thrown here, before the first call. */
export function createToolServer(options: ToolServerOptions): ToolServer {
  const { limits: givenLimits, health } = (options as Partial<ToolServerOptions> | undefined) ?? {};
  checkNames('limits of createToolServer()', givenLimits, limitNames);
  if (typeof health === 'object' && health !== null) {
    checkNames('health of createToolServer()', health, healthNames);
  }
  checkOptions(options);
  checkNames('createToolServer()', options, optionNames);
  checkNames('stages of createToolServer()', options.stages, stageNames);
  if (options.order !== undefined) checkOrder(options.order);
  checkNames('cors of createToolServer()', options.cors, corsNames);
  checkNames('artifacts of createToolServer()', options.artifacts, artifactNames);
  const { logger = consoleLogger, limits = {}, validator, converters, strict, rejectedValues } = options;
  const { use = [], around = [] } = options;
  const outputBytes = limits.outputBytes ?? 10 * 1024 * 1024;
  const warnOfPortability = options.portability === 'off' ? undefined : createPortabilityWarning(logger);
  const compile = (tools: ToolServerOptions['tools']): readonly Tool[] => {
    const compiled = definitionsIn(tools).map((one) =>
      compileTool(one, { validator, converters, strict, rejectedValues, outputBytes, logger }),
    );
    warnOfPortability?.(compiled);
    return compiled;
  };
  const visible = options.visible && createIsVisible(options.visible, logger);
  const catalog = createCatalog(compile(options.tools), visible);

  const errors = createThrownErrors(options, logger);
  const interruption = createInterruption();
  const refuse = createRefuseThrown({ logger, errors });
  const { timeoutMs = 30_000, runningCalls = 1000 } = limits;
  const shared = { timeoutMs, isRecorded: isRecordedBy(use), interruption, logger };
  const checks = createChecks(catalog, {
    ...shared,
    stages: options.stages ?? {},
    order: options.order ?? standardOrder,
    visible,
    requirements: options.requirements,
    refuse,
  });
  const ends = createEnds({
    ...shared,
    outputBytes,
    running: {
      calls: runningCalls,
      inputBytes: limits.runningInputBytes ?? 64 * 1024 * 1024,
    },
    artifacts: options.artifacts,
    errors,
  });
  const call = createEngine(ends, checks, { use, around }, refuse);

  const stopping = createStopping(interruption);
  const callAs = forgetUnknown(call, createIdWarning(around, logger));
  const service: ToolService = {
    call: (one) => {
      const refusal = stopping.refusal();
      return refusal === undefined ? callAs(one) : Promise.resolve(refusal);
    },
    cancel: createCancel({ checks, around, interruption }),
    page: catalog.page,
    countTools: catalog.count,
    isHealthy: createHealth(options.health, stopping.isHealthy, logger),
    onToolsChanged: catalog.onChange,
    onStop: stopping.onStop,
    limits: { timeoutMs, outputBytes, runningCalls },
    artifacts: readerOf(options.artifacts?.store),
  };
  const handle = createHandler({
    wires: options.wires,
    service,
    limits: {
      maxBytes: limits.bodyBytes ?? 1024 * 1024,
      maxDepth: limits.bodyDepth ?? 64,
      maxParts: limits.bodyParts ?? 50_000,
    },
    cors:
      options.cors &&
      createCors({ cors: options.cors, wires: options.wires, credentialHeaders: credentialHeadersOf(options.auth) }),
    pages: createPageGuard({ allowedHosts: options.allowedHosts ?? [], cors: options.cors, logger }),
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
    writeStallMs: limits.writeStallMs ?? 30_000,
    report: (thrown, message) => logger.error({ error: describeThrown(thrown) }, message),
  };
}

function readerOf(store: ArtifactStore | undefined): ArtifactReader | undefined {
  const { read, uriTemplate } = store ?? {};
  return store === undefined || read === undefined ? undefined : { uriTemplate, read: (url) => read.call(store, url) };
}
