// Runs in a separate process: the cost of registering tools with separate schemas.
import { toolwire } from 'toolwire';
import { distinctTools, type SchemaKind } from './distinct-tools.ts';

const [, , count, kind] = process.argv;
const tools = distinctTools(Number(count), kind as SchemaKind);

const startedAt = performance.now();
const before = process.cpuUsage();
toolwire({ tools });
const { user, system } = process.cpuUsage(before);
const milliseconds = performance.now() - startedAt;
process.send?.({ cpu: (user + system) / 1000, milliseconds }, () => process.disconnect());
