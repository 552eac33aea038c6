#!/usr/bin/env node
import process from 'node:process';
import { createToolwire } from './create-toolwire.ts';
import { processTerminal } from './terminal.ts';

void createToolwire(process.argv.slice(2), processTerminal()).then((code) => {
  process.exitCode = code;
});
