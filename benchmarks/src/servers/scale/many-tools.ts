// A server of many tools with separate schemas. It reports the cost of their registration.
import { silentLogger, toolwire } from 'toolwire';
import { distinctTools, type SchemaKind } from '../../startup/distinct-tools.ts';
import { announce } from '../announce.ts';

/** What the registration took. */
export interface Registered {
  /** CPU time in milliseconds. */
  readonly cpu: number;
  /** Live memory in bytes, without that of the definitions. */
  readonly bytes: number;
  /** Live memory of the definitions themselves. */
  readonly definitionBytes: number;
}

const [, , count, kind, pageSize] = process.argv;
const empty = live();
const tools = distinctTools(Number(count), kind as SchemaKind);
const defined = live();
const before = process.cpuUsage();
const server = toolwire({
  tools,
  mcp: { pageSize: Number(pageSize) },
  // Every call of a tool comes with the same call id, and would be answered from memory.
  idempotency: false,
  logger: silentLogger,
});
const { user, system } = process.cpuUsage(before);
const registered: Registered = {
  cpu: (user + system) / 1000,
  bytes: live() - defined,
  definitionBytes: defined - empty,
};

const listening = await server.listen(0);
announce(listening.server.address(), undefined, { registered: () => registered });

function live(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
