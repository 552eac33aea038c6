import { releaseLineOf } from '@toolwire/core/internal';
import { mergeOptions } from '@toolwire/internal';
import { createInterruption } from '@toolwire/limits/stage';
import { readAuth } from './auth/auth-options.ts';
import { createAuthenticateRequest } from './auth/authenticate-request.ts';
import { createReportThrown, credentialHeadersOf } from './auth/credential-mask.ts';
import { checkServerOptions } from './check-options.ts';
import { consoleLogger } from './console-logger.ts';
import { createToolService } from './create-tool-service.ts';
import { anonymousShare, defaultLimits, maxBodyDepth } from './default-limits.ts';
import { createCors } from './http/cors.ts';
import { createHandler } from './http/create-handler.ts';
import { createHostGuard } from './http/host-guard.ts';
import { pathsOf } from './http/router.ts';
import { createShutdown } from './lifecycle/shutdown-state.ts';
import { createCallPipeline } from './pipeline/call-pipeline.ts';
import { checkArtifactStore } from './run/store-artifact.ts';
import type { ServedTools, ToolServer } from './tool-server.ts';
import type { ToolServerOptions } from './tool-server-options.ts';
import { createCatalog } from './tools/catalog.ts';
import { createToolCompiler } from './tools/compile-tools.ts';
import { createReleaseLineWarning } from './tools/startup-warnings.ts';
import { createVisibilityCheck, hideDeniedTools } from './tools/visibility.ts';

/** Builds a server from tools, protocols and middleware. An invalid option or definition throws here, before the first call. */
export function createToolServer<Served extends ServedTools>(options: ToolServerOptions<Served>): ToolServer<Served> {
  checkServerOptions(options);
  const { logger = consoleLogger } = options;
  const limits = mergeOptions(defaultLimits, options.limits ?? {});
  const { callerMs, writeStallMs } = limits;

  // Tools: compiled, versioned, and filtered for each caller.
  const authMode = readAuth(options.auth);
  const warnOfReleaseLine = createReleaseLineWarning(logger);
  for (const wire of options.wires) warnOfReleaseLine(`The protocol '${wire.name}'`, releaseLineOf(wire));
  const compile = createToolCompiler({ options, limits, authMode, warnOfReleaseLine, logger });
  const isVisible = hideDeniedTools(options.visible, options.scopes, authMode);
  const visible = isVisible && createVisibilityCheck(isVisible, logger);
  const catalog = createCatalog(compile(options.tools), visible);

  // Calls: the checks, the stages and the tasks.
  const interruption = createInterruption();
  const isAnonymousAllowed = authMode.allowsAnonymous !== undefined;
  const parts = {
    options,
    limits,
    authMode,
    anonymousShare: isAnonymousAllowed ? anonymousShare : undefined,
    catalog,
    visible,
    interruption,
    logger,
  };
  const pipeline = createCallPipeline(parts);
  const { runPipeline, tasks } = pipeline;
  const shutdown = createShutdown(interruption, tasks.idle);
  shutdown.onStop(tasks.stopWorkers);
  const service = createToolService({ ...parts, ...pipeline, shutdown });

  // HTTP: routing, credentials, CORS and the Host check.
  const { verifier } = authMode;
  const { wires, cors, allowedHosts = [] } = options;
  const handle = createHandler({
    wires,
    service,
    limits: { maxBytes: limits.bodyBytes, maxDepth: maxBodyDepth, maxParts: limits.bodyParts },
    cors: cors && createCors({ cors, wires, credentialHeaders: credentialHeadersOf(verifier) }),
    hostGuard: createHostGuard({ allowedHosts, cors, logger }),
    authenticateRequest:
      verifier && createAuthenticateRequest(verifier, { logger, waitMs: callerMs, anonymous: isAnonymousAllowed }),
    shutdown,
  });

  return {
    handle,
    // An `async` function would delay the outcome of each in-process call by three microtasks.
    call: (call) => Promise.resolve(runPipeline(call)),
    get tools() {
      return catalog.resolver.all();
    },
    replaceTools: (tools) => catalog.replace(compile(tools)),
    tasks: tasks.admin,
    ready: async () => {
      await checkArtifactStore(options.artifacts, tasks.admin !== undefined);
      await tasks.ready();
    },
    runTasks: tasks.runTasks,
    service,
    paths: pathsOf(wires),
    stop: shutdown.steps,
    callerMs,
    writeStallMs,
    hostedBy: (line) => warnOfReleaseLine('The adapter', line),
    report: createReportThrown(verifier, logger),
  };
}
