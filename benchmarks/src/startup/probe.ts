// Run in a process of its own: what one import costs in time and in heap.
const specifiers = process.argv.slice(2);
const { gc } = globalThis;
if (gc === undefined) throw new TypeError('Run this with --expose-gc.');

gc();
const heapBefore = process.memoryUsage().heapUsed;
const startedAt = performance.now();
for (const specifier of specifiers) await import(specifier);
const milliseconds = performance.now() - startedAt;
gc();
process.send?.({ milliseconds, heapBytes: process.memoryUsage().heapUsed - heapBefore }, () => process.disconnect());
