#!/usr/bin/env node
import process from 'node:process';
import { interrupted } from './cli-error.ts';
import { runToolwire } from './run-toolwire.ts';
import { processTerminal } from './terminal/process-terminal.ts';

const interruption = new AbortController();
process.once('SIGINT', () => interruption.abort());
process.once('SIGTERM', () => interruption.abort());
// The reader may have closed the pipe, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
// Without a reader of stderr, only the notes are lost.
process.stderr.on('error', () => undefined);

const cancelMs = 2000;

void runToolwire(process.argv.slice(2), processTerminal(interruption.signal)).then((code) => {
  process.exitCode = code;
  // The exit waits until everything is written. It is needed because a module of the user may keep the process running.
  const exit = (): void => void process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
  // An interrupted call is canceled at the server, which takes a moment.
  if (code === interrupted) setTimeout(exit, cancelMs).unref();
  else exit();
});
