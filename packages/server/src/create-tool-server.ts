import type { ArtifactReader, ArtifactStore, Tool } from '@toolwire/core';
import { releaseLineOf, type ToolService } from '@toolwire/core/wire';
import { describeThrown } from '@toolwire/errors';
import { createInterruption } from '@toolwire/limits/stage';
import { createAdmit } from './admit.ts';
import { markOpen, readDoor } from './anonymous.ts';
import { createIdWarning, forgetUnknown } from './call-ids.ts';
import { createCatalog } from './catalog.ts';
import { definitionsIn } from './check-options.ts';
import { standardOrder } from './check-order.ts';
import { createChecks } from './checks.ts';
import { compileTool } from './compile-tool.ts';
import { consoleLogger } from './console-logger.ts';
import { createCancel } from './create-cancel.ts';
import { createHandler } from './create-handler.ts';
import { maskCredentials } from './credential-mask.ts';
import { createEnds, createEngine, createRefuseThrown, isRecordedBy } from './engine.ts';
import { createHealth } from './health.ts';
import { createCors, credentialHeadersOf } from './http/cors.ts';
import { createPageGuard } from './http/page-guard.ts';
import { checkArtifacts } from './keep-output.ts';
import { createReleaseWarning } from './mixed-releases.ts';
import { checkServerOptions } from './option-names.ts';
import { createPortabilityWarning } from './portability-warning.ts';
import { hideUngranted } from './scopes.ts';
import { readLimits } from './server-limits.ts';
import { createStopping } from './stopping.ts';
import { createTasksOfServer } from './tasks/tasks-of-server.ts';
import { createThrownErrors } from './thrown-errors.ts';
import type { ServedTools, ToolServer } from './tool-server.ts';
import type { ToolServerOptions } from './tool-server-options.ts';
import { createIsVisible } from './visible.ts';

/** Joins tools, wires and stages into a server; every mistake in a definition is thrown here, before the first call. */
export function createToolServer<Served extends ServedTools>(options: ToolServerOptions<Served>): ToolServer<Served> {
  checkServerOptions(options);
  const { logger = consoleLogger, validator, converters, strict, rejectedValues } = options;
  const { use = [], around = [] } = options;
  const limits = readLimits(options.limits);
  const { callerMs, outputBytes, timeoutMs, writeStallMs } = limits;
  const warnOfPortability = options.portability === 'off' ? undefined : createPortabilityWarning(logger);
  const warnOfRelease = createReleaseWarning(logger);
  for (const wire of options.wires) warnOfRelease(`The wire '${wire.name}'`, releaseLineOf(wire));
  const door = readDoor(options.auth);
  const compile = (tools: ToolServerOptions['tools']): readonly Tool[] => {
    const compiled = definitionsIn(tools).map((one) => {
      warnOfRelease(`The tool '${one.id}'`, releaseLineOf(one));
      return compileTool(one, { validator, converters, strict, rejectedValues, outputBytes, logger });
    });
    warnOfPortability?.(compiled);
    return markOpen(compiled, door, logger);
  };
  const isVisible = hideUngranted(options.visible, options.scopes, door);
  const visible = isVisible && createIsVisible(isVisible, logger);
  const catalog = createCatalog(compile(options.tools), visible);

  const errors = createThrownErrors(options, logger);
  const interruption = createInterruption();
  const refuse = createRefuseThrown({ logger, errors });
  const shared = { timeoutMs, isRecorded: isRecordedBy(use), interruption, logger };
  const checks = createChecks(catalog, {
    ...shared,
    stages: options.stages ?? {},
    order: options.order ?? standardOrder,
    visible,
    requirements: options.requirements,
    scopes: {
      satisfies: options.scopes?.satisfies,
      challenge: door.verifier?.challenge,
      anonymous: door.isOpen !== undefined,
    },
    refuse,
  });
  const ends = createEnds({
    ...shared,
    outputBytes,
    running: { calls: limits.runningCalls, inputBytes: limits.runningInputBytes },
    artifacts: options.artifacts,
    errors,
  });
  const findTool = (toolId: string): Tool | undefined => {
    const found = catalog.resolver.resolve(toolId);
    return found.ok ? found.item : undefined;
  };
  const tasks = createTasksOfServer({
    tasks: options.tasks,
    deferAfterMs: limits.deferAfterMs,
    findTool,
    // A resolver of the app's own may find tools that nobody else knows of.
    hasTool:
      options.stages?.resolve === undefined
        ? ({ toolId, toolVersion }) => findTool(`${toolId}@${toolVersion}`) !== undefined
        : undefined,
    run: async (one) => call(one),
    report: (thrown) => logger.error({ error: describeThrown(thrown) }, 'A task could not be kept or read'),
  });
  const rings = { use, around: [...tasks.stages, ...around] };
  const call = createEngine(ends, checks, rings, refuse);

  const stopping = createStopping(interruption, tasks.idle);
  stopping.onStop(tasks.stopWorking);
  const callAs = forgetUnknown(call, createIdWarning(rings.around, logger));
  const service: ToolService = {
    call: (one) => stopping.refusal() ?? callAs(one),
    cancel: createCancel({ checks, around: rings.around, interruption }),
    page: catalog.page,
    countTools: catalog.count,
    isHealthy: createHealth(options.health, stopping.isHealthy, logger),
    onToolsChanged: catalog.onChange,
    onStop: stopping.onStop,
    limits: { timeoutMs, outputBytes, runningCalls: limits.runningCalls },
    artifacts: readerOf(options.artifacts?.store),
    tasks: tasks.shown,
  };
  const handle = createHandler({
    wires: options.wires,
    service,
    limits: { maxBytes: limits.bodyBytes, maxDepth: limits.bodyDepth, maxParts: limits.bodyParts },
    cors:
      options.cors &&
      createCors({ cors: options.cors, wires: options.wires, credentialHeaders: credentialHeadersOf(door.verifier) }),
    pages: createPageGuard({ allowedHosts: options.allowedHosts ?? [], cors: options.cors, logger }),
    admit:
      door.verifier && createAdmit(door.verifier, { logger, waitMs: callerMs, anonymous: door.isOpen !== undefined }),
    stopping,
  });
  return {
    handle,
    // Not an async function, which would look at a promise three turns later.
    call: (one) => Promise.resolve(call(one)),
    get tools() {
      return catalog.resolver.all();
    },
    replaceTools: (served) => catalog.replace(compile(served)),
    tasks: tasks.admin,
    ready: async () => {
      await checkArtifacts(options.artifacts, tasks.admin !== undefined);
      await tasks.ready();
    },
    runTasks: tasks.runTasks,
    service,
    paths: [...new Set(options.wires.flatMap(({ routes }) => routes.map(({ path }) => path)))],
    stop: stopping.steps,
    callerMs,
    writeStallMs,
    hostedBy: (line) => warnOfRelease('The host', line),
    report: (thrown, message, header) => {
      const error = header ? maskCredentials(door.verifier ?? {}, { header }).error(thrown) : describeThrown(thrown);
      logger.error({ error }, message);
    },
  };
}

function readerOf(store: ArtifactStore | undefined): ArtifactReader | undefined {
  const { read, uriTemplate } = store ?? {};
  return store === undefined || read === undefined ? undefined : { uriTemplate, read: (url) => read.call(store, url) };
}
