import { createSqliteTasks } from '@toolwire/tasks-sqlite';
import { defineTool, toolwire } from 'toolwire';

/** The arguments of a process of the deployment. */
export interface FollowSettings {
  readonly role: 'web' | 'worker';
  readonly file: string;
  /** The path of SQLite, if Node does not include it. */
  readonly libsql: string | undefined;
  /** The worker continues after its first step on request. */
  readonly waits: boolean;
}

const { role, file, libsql, waits } = JSON.parse(process.env['PROGRAM_SETTINGS'] ?? '{}') as FollowSettings;

const toldToGoOn = new Promise<void>((resolve) => process.once('message', () => resolve()));

const steps = defineTool({
  id: 'Work.Steps',
  version: '1.0.0',
  description: 'Takes its time.',
  output: { type: 'integer' },
  annotations: { idempotent: true },
  taskSupport: 'optional',
  run: async (_input, { progress }) => {
    progress(1, 2, 'Halfway');
    if (waits) await toldToGoOn;
    return 2;
  },
});

const database =
  libsql === undefined ? undefined : ((await import(libsql)) as { readonly default: new (file: string) => object });
const open = database && ((path: string) => new database.default(path));
// Named, so that it is in this bundle.
const { store, engine } = createSqliteTasks(file, { ...(open && { open }), allowVolatile: true } as object);
const server = toolwire({
  tools: [steps],
  tasks: { store, engine },
  limits: { deferAfterMs: 1 },
});
if (role === 'worker') await server.work();
else process.send?.({ url: (await server.listen(0, { work: false })).url });
process.send?.('ready');
