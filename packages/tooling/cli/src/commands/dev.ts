import { basename } from 'node:path';
import { exitCodes, usageError } from '../cli-error.ts';
import type { Arguments, RunCommand } from '../command-line/command.ts';
import { readPort } from '../command-line/number-flags.ts';
import { jsonReport, textReport } from '../dev/dev-report.ts';
import { findEntry } from '../dev/find-entry.ts';
import { type DevState, findTools } from '../dev/find-tools.ts';
import { startProgram } from '../dev/start-program.ts';
import { watchSources } from '../dev/watch-sources.ts';
import { type Terminal, untilAborted } from '../terminal/terminal.ts';

// A restart must be fast. On exit, running calls may finish.
const restartTimeoutMs = 100;
const exitTimeoutMs = 2000;

/** `toolwire dev [ENTRY]`. Runs until the user stops it. */
export const dev: RunCommand = async (args, terminal) => {
  const [operand, ...more] = args.operands;
  if (more.length > 0) throw usageError('toolwire dev takes one file. Program arguments go after --.');
  const path = readPath(args.value('path'));
  const environment = environmentOf(args, terminal);
  const entry = findEntry(operand);
  const project = basename(entry.root).replaceAll(/[^\w-]+/g, '-');
  const report = args.has('json') ? jsonReport(terminal) : textReport(entry.name, project, terminal);
  const [changes, { devPackages }] = await Promise.all([
    watchSources(entry, args.values('watch')),
    import('../dev/dev-packages.ts'),
  ]);
  const state: DevState = { ports: [], listing: undefined, address: undefined };
  const exit = untilAborted(terminal.signal);
  for (let since = performance.now(); !terminal.signal.aborted; since = performance.now()) {
    const stopped = new AbortController();
    const signal = AbortSignal.any([terminal.signal, stopped.signal]);
    const program = startProgram({
      entry,
      args: args.spawned,
      environment,
      packagesUrl: devPackages.address,
      ports: state.ports,
      onOutput: report.output,
      onErrorOutput: terminal.note,
      onListening: findTools({ args, terminal: { ...terminal, signal }, path, state, report, since }),
      onEnd: report.ended,
    });
    const files = await Promise.race([changes.next(), exit]);
    stopped.abort();
    if (files !== undefined) report.changed(files);
    await program.stop(files === undefined ? exitTimeoutMs : restartTimeoutMs);
  }
  await changes.close();
  return exitCodes.success;
};

function readPath(text = ''): string {
  if (text === '' || /^\/[^\s?#]*$/.test(text)) return text.replace(/\/+$/, '');
  throw usageError(`--path must be a path such as /ai, got '${text}'.`);
}

function environmentOf(args: Arguments, { environment, hasColor }: Terminal): Terminal['environment'] {
  const port = readPort(args, 'port');
  return {
    ...environment,
    // The program writes to a pipe, which is shown in a terminal.
    ...(hasColor && environment['FORCE_COLOR'] === undefined && { FORCE_COLOR: '1' }),
    ...(port !== undefined && { PORT: String(port) }),
  };
}
