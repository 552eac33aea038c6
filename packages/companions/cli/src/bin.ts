#!/usr/bin/env node
import process from 'node:process';
import { runToolwire } from './run-toolwire.ts';
import { processTerminal } from './terminal.ts';

const interruption = new AbortController();
process.once('SIGINT', () => interruption.abort());
process.once('SIGTERM', () => interruption.abort());
// Whoever reads may have seen enough, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

void runToolwire(process.argv.slice(2), processTerminal(interruption.signal)).then((code) => {
  // A module of the user's may go on by itself; all that was written goes out first.
  process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
});
