// Runs in a separate process: the time and heap of one import.
const specifiers = process.argv.slice(2);
const { gc } = globalThis;
if (gc === undefined) throw new TypeError('Run this with --expose-gc.');

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
