// Run in a process of its own: what it costs to register a number of tools, each with schemas of its own.
import { toolwire } from 'toolwire';
import { distinctTools, type SchemaKind } from './distinct-tools.ts';

const [, , count, kind] = process.argv;
const tools = distinctTools(Number(count), kind as SchemaKind);

const before = process.cpuUsage();
toolwire({ tools });
const { user, system } = process.cpuUsage(before);
process.send?.({ cpu: (user + system) / 1000 }, () => process.disconnect());
