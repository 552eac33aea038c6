import { releaseLineOf } from '@toolwire/core/internal';
import type { ToolService } from '@toolwire/core/wire';
import { describeThrown } from '@toolwire/errors';
import { mergeOptions } from '@toolwire/internal';
import { checkTimeout, createInterruption, type TimeoutOptions } from '@toolwire/limits/stage';
import { readAuth } from './auth/auth-mode.ts';
import { createAuthenticateRequest } from './auth/authenticate-request.ts';
import { createReportThrown, credentialHeadersOf } from './auth/credential-mask.ts';
import { hideDeniedTools, scopesOptionsOf } from './auth/scopes.ts';
import { checkServerOptions } from './check-options.ts';
import { hasQuestion } from './confirm/confirm-options.ts';
import { createConfirmStage } from './confirm/confirm-stage.ts';
import { consoleLogger } from './console-logger.ts';
import { createCors } from './http/cors.ts';
import { createHandler } from './http/create-handler.ts';
import { createHostGuard } from './http/host-guard.ts';
import { pathsOf } from './http/router.ts';
import { createAppHealth } from './lifecycle/app-health.ts';
import { createServerHealth, dependenciesOf } from './lifecycle/server-health.ts';
import { createShutdown } from './lifecycle/shutdown.ts';
import { buildPipeline, createFixedStages } from './pipeline/build-pipeline.ts';
import { createCancel } from './pipeline/cancel-calls.ts';
import { createChecks, createTimeoutLog } from './pipeline/checks.ts';
import { hasCallLog, requestObserverOf } from './pipeline/observers.ts';
import { standardOrder } from './pipeline/order-option.ts';
import { createCallIdWarning, createServiceCall } from './pipeline/unauthenticated-call-ids.ts';
import { createErrorHooks, createRefuseStageError } from './run/error-hooks.ts';
import { artifactReaderOf, checkArtifactStore } from './run/store-artifact.ts';
import { defaultLimits } from './server-limits.ts';
import { createTaskSupport } from './tasks/task-support.ts';
import type { ServedTools, ToolServer } from './tool-server.ts';
import type { ToolServerOptions } from './tool-server-options.ts';
import { createCatalog } from './tools/catalog.ts';
import { createToolCompiler } from './tools/compile-tools.ts';
import { createReleaseLineWarning } from './tools/startup-warnings.ts';
import { createVisibilityCheck } from './tools/visibility.ts';
import { createUploadStage } from './uploads/upload-stage.ts';

/** Builds a server from tools, protocols and middleware. An invalid option or definition throws here, before the first call. */
export function createToolServer<Served extends ServedTools>(options: ToolServerOptions<Served>): ToolServer<Served> {
  checkServerOptions(options);
  const { logger = consoleLogger, use = [], around = [] } = options;
  const limits = mergeOptions(defaultLimits, options.limits ?? {});
  const { timeoutMs, maxTimeMs, outputBytes, runningCalls, deferAfterMs, callerMs, writeStallMs } = limits;

  // Tools: compiled, versioned, and filtered for each caller.
  const authMode = readAuth(options.auth);
  const warnOfReleaseLine = createReleaseLineWarning(logger);
  for (const wire of options.wires) warnOfReleaseLine(`The protocol '${wire.name}'`, releaseLineOf(wire));
  const compile = createToolCompiler({ options, limits, authMode, warnOfReleaseLine, logger });
  const isVisible = hideDeniedTools(options.visible, options.scopes, authMode);
  const visible = isVisible && createVisibilityCheck(isVisible, logger);
  const catalog = createCatalog(compile(options.tools), visible);

  // The checks before a run.
  const errors = createErrorHooks(options, logger);
  const refuse = createRefuseStageError(errors, logger);
  const interruption = createInterruption();
  const isAnonymousAllowed = authMode.allowsAnonymous !== undefined;
  // If no caller is anonymous, all callers share the limits.
  const anonymousShare = isAnonymousAllowed ? limits.anonymousShare : undefined;
  // The stage that logs calls logs their timeouts too.
  const logTimeout = (message: string): TimeoutOptions['onTimeout'] =>
    hasCallLog(use) ? undefined : createTimeoutLog(message, logger);
  const timeoutOfChecks = {
    defaultMs: timeoutMs,
    interruption,
    onTimeout: logTimeout('Checks before the tool timed out; the tool did not run'),
  };
  const checks = createChecks(catalog, {
    stages: options.stages ?? {},
    order: options.order ?? standardOrder,
    visible,
    requirements: options.requirements,
    scopes: scopesOptionsOf(options.scopes, authMode),
    timeout: timeoutOfChecks,
    refuse,
  });

  // Tasks and the pipeline, which need each other: a worker runs stored calls through the pipeline, which has the stages of every server.
  const reportTaskError = (thrown: unknown): void =>
    logger.error({ error: describeThrown(thrown) }, 'A task could not be stored or read');
  const tasks = createTaskSupport({
    tasks: options.tasks,
    deferAfterMs,
    anonymousShare,
    findTool: catalog.find,
    // A custom resolver may find tools that are not in the catalog.
    hasTool: options.stages?.resolve === undefined ? catalog.has : undefined,
    run: async (call) => runPipeline(call),
    interruption,
    report: reportTaskError,
  });
  const uploadStore = options.artifacts?.store.uploads;
  const throwOptions = { logger, outputBytes, errors };
  const fixedStages = createFixedStages({
    timeout: {
      defaultMs: timeoutMs,
      maxTimeMs: Math.max(maxTimeMs, timeoutMs),
      onTimeout: logTimeout('Tool timed out'),
    },
    interruption,
    ...throwOptions,
    running: { calls: runningCalls, inputBytes: limits.runningInputBytes },
    anonymousShare,
    artifacts: options.artifacts,
    uploads: uploadStore && checkTimeout(createUploadStage(uploadStore), timeoutOfChecks),
    confirm: createConfirmStage({
      confirm: options.confirm,
      timeout: timeoutOfChecks,
      interruption,
      taskStage: tasks.stage,
      around,
      ...throwOptions,
    }),
  });
  const runPipeline = buildPipeline(fixedStages, checks, { use, taskStage: tasks.stage, around }, refuse);

  // The service that protocols use: calls, listings, health and cancellation.
  const shutdown = createShutdown(interruption, tasks.idle);
  shutdown.onStop(tasks.stopWorkers);
  const callStages = tasks.stage === undefined ? around : [tasks.stage, ...around];
  const service: ToolService = {
    call: createServiceCall(runPipeline, shutdown.refusal, createCallIdWarning(callStages, logger)),
    cancel: createCancel({ checks, around: callStages, interruption, report: reportTaskError }),
    page: catalog.page,
    hidesTools: visible !== undefined,
    countTools: catalog.count,
    ...createServerHealth({
      isUp: shutdown.isHealthy,
      isAppHealthy: createAppHealth(options.health, shutdown.isHealthy, logger),
      dependencies: dependenciesOf([...use, ...around], tasks, {
        store: options.confirm?.store,
        isNeeded: () => catalog.resolver.all().some(hasQuestion),
      }),
      logger,
    }),
    onToolsChanged: catalog.onChange,
    onStop: shutdown.onStop,
    limits: { timeoutMs, outputBytes, runningCalls, anonymousShare },
    observeRequest: requestObserverOf(use),
    artifacts: artifactReaderOf(options.artifacts?.store),
    tasks: tasks.service,
    operatorTasks: tasks.admin,
  };

  // HTTP: routing, credentials, CORS and the Host check.
  const { verifier } = authMode;
  const { wires, cors, allowedHosts = [] } = options;
  const report = createReportThrown(verifier, logger);
  const handle = createHandler({
    wires,
    service,
    limits: { maxBytes: limits.bodyBytes, maxDepth: limits.bodyDepth, maxParts: limits.bodyParts },
    cors: cors && createCors({ cors, wires, credentialHeaders: credentialHeadersOf(verifier) }),
    hostGuard: createHostGuard({ allowedHosts, cors, logger }),
    authenticateRequest:
      verifier && createAuthenticateRequest(verifier, { logger, waitMs: callerMs, anonymous: isAnonymousAllowed }),
    shutdown,
    report,
  });

  return {
    handle,
    // Not an async function: that would resolve a promise three microtasks later.
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
    report,
  };
}
