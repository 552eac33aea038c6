import process from 'node:process';

/** A process that ends by itself for no cause. */
setInterval(() => undefined, 60_000);
process.send?.('ready');
