import process from 'node:process';

/** A process that never ends without a signal. */
setInterval(() => undefined, 60_000);
process.send?.('ready');
