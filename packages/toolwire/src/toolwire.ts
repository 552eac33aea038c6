import { idempotency } from '@toolwire/idempotency/stage';
import { checkNames, kindOf, mergeOptions, StartupError, serverHints } from '@toolwire/internal';
import { consoleLogger, createToolServer, type ServedTools } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { zod3 } from '@toolwire/validate/zod3';
import { createArtifactSupport } from './artifacts-option.ts';
import { createEntryPoints, type Toolwire } from './entry-points.ts';
import { lazyInspector } from './inspector.ts';
import { optionNames, serverOptions, type ToolwireOptions } from './options.ts';
import { createServerTasks } from './tasks-option.ts';
import { standardWires } from './wires.ts';

/** Creates a server for every protocol with sensible defaults. Use `createToolServer` to choose everything yourself. */
export function toolwire<Served extends ServedTools>(options: ToolwireOptions<Served>): Toolwire<Served> {
  if ((options as Partial<ToolwireOptions> | undefined)?.tools === undefined) {
    throw new StartupError('TW_TOOLS_MISSING', 'toolwire() needs tools. Pass them by name: toolwire({ tools: [add] })');
  }
  checkNames('toolwire()', options, optionNames, serverHints);
  checkLists(options);
  const { logger = consoleLogger, idempotency: idempotencyOptions = {}, around = [] } = options;
  // First, because it checks its options.
  const idempotencyStages = idempotencyOptions === false ? [] : [idempotency(idempotencyOptions)];
  const serverTasks = createServerTasks(options.tasks, logger);
  const { tasks } = serverTasks;
  const { artifacts, wires: artifactWires } = createArtifactSupport(options.artifacts, options.tasks);
  const wires = [...standardWires(options, logger), ...artifactWires];
  const inspector = lazyInspector(options.inspector, wires, logger);
  const server = createToolServer({
    ...mergeOptions({ validator: ajv(), converters: [zod3()] }, serverOptions(options)),
    tools: options.tools,
    ...(tasks !== undefined && { tasks }),
    ...(artifacts !== undefined && { artifacts }),
    confirm: mergeOptions(
      { store: idempotencyOptions === false ? undefined : idempotencyOptions.store },
      options.confirm ?? {},
    ),
    // The first stage sees each whole call, the last one each run of a tool.
    use: [...inspector.use, ...(options.use ?? [])],
    around: [...idempotencyStages, ...around, ...inspector.around],
    logger,
    wires: [...wires, ...inspector.wires],
  });
  // Not a copy, because `tools` is a getter that changes with `replaceTools`.
  return Object.assign(server, createEntryPoints(server, options, serverTasks));
}

/** Throws for lists of another type, which get more items here. The server checks the items. */
function checkLists({ use, around, wires }: ToolwireOptions): void {
  for (const [name, list] of Object.entries({ use, around, wires })) {
    if (list !== undefined && !Array.isArray(list)) {
      throw new StartupError('TW_OPTION_TYPE', `${name} must be a list, got ${kindOf(list)}.`);
    }
  }
}
