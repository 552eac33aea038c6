// Runs in a separate process: the time and heap of one import.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const specifiers = process.argv.slice(2);
// Not the flag of the process: with another flag than usual, Node compiles its own modules instead of reading them from its code cache.
setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;
setFlagsFromString('--no-expose-gc');

gc();
const heapBefore = process.memoryUsage().heapUsed;
const startedAt = performance.now();
const cpuBefore = process.cpuUsage();
for (const specifier of specifiers) await import(specifier);
const { user, system } = process.cpuUsage(cpuBefore);
const milliseconds = performance.now() - startedAt;
gc();
const heapBytes = process.memoryUsage().heapUsed - heapBefore;
process.send?.({ cpu: user + system, milliseconds, heapBytes }, () => process.disconnect());
