#!/usr/bin/env node
import process from 'node:process';
import { createToolwire } from './create-toolwire.ts';
import { processTerminal } from './terminal.ts';

// The reader may have closed the pipe, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

void createToolwire(process.argv.slice(2), processTerminal()).then((code) => {
  process.exitCode = code;
});
