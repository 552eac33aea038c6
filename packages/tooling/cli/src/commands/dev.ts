import { basename } from 'node:path';
import { exitCodes, usageError } from '../cli-error.ts';
import type { Arguments, RunCommand } from '../command-line/command.ts';
import { readPort } from '../command-line/parse-arguments.ts';
import { serverNameOf } from '../dev/address-lines.ts';
import { readSourceState } from '../dev/contract-baseline.ts';
import { createKeyHandler, keyHelp } from '../dev/dev-keys.ts';
import type { DevReport } from '../dev/dev-report.ts';
import { findEntry } from '../dev/find-entry.ts';
import { createToolFinder, type DevState } from '../dev/find-tools.ts';
import { jsonReport } from '../dev/json-report.ts';
import { type RunningProgram, startProgram } from '../dev/start-program.ts';
import { textReport } from '../dev/text-report.ts';
import { type Changes, watchSources } from '../dev/watch-sources.ts';
import { connectionSettings } from '../target/connection-settings.ts';
import { readWire } from '../target/open-target.ts';
import { type Terminal, untilAborted } from '../terminal/terminal.ts';

// How long the program may take to exit after SIGTERM. A restart must be fast.
const exitTimeoutMs = 2000;
const restartTimeoutMs = 100;

/** `toolwire dev [ENTRY]`. Runs until the user stops it. Its flags are in `command-line/server-commands.ts`. */
export const dev: RunCommand = async (args, userTerminal) => {
  const [operand, ...more] = args.operands;
  if (more.length > 0) throw usageError('toolwire dev takes one file. Program arguments go after --.');
  const path = readPath(args.value('path'));
  const environment = environmentOf(args, userTerminal);
  // The flags are checked before the program starts.
  readWire(args, connectionSettings(args, userTerminal));
  const entry = findEntry(operand);
  const serverName = serverNameOf(basename(entry.root));
  const leaving = new AbortController();
  const signal = AbortSignal.any([userTerminal.signal, leaving.signal]);
  // The program writes at any time, so no line can show progress.
  const terminal: Terminal = { ...userTerminal, signal, progress: undefined };
  const readKeys = args.has('json') ? undefined : terminal.readKeys;
  const help = readKeys === undefined ? undefined : keyHelp;
  const report = args.has('json')
    ? jsonReport(entry.root, terminal)
    : textReport({ entry, serverName, isVerbose: args.has('verbose'), keyHelp: help }, terminal);
  const [changes, { devPackages }] = await Promise.all([
    watchSources(entry, args.values('watch'), terminal.note),
    import('../dev/dev-packages.ts'),
  ]);
  const state: DevState = { ports: [] };
  const actions = { state, serverName, restart: changes.restart, leave: () => leaving.abort() };
  const stopReading = readKeys?.(createKeyHandler(actions, terminal));
  const start: StartProgram = (changedAt, stopped) => {
    const source = readSourceState(entry.root);
    const search = {
      args,
      terminal: { ...terminal, signal: stopped },
      path,
      root: entry.root,
      state,
      report,
      changedAt,
      source,
    };
    return startProgram({
      entry,
      args: args.spawned,
      environment,
      inspectorUrl: devPackages.address,
      ports: state.ports,
      onOutput: report.output,
      onErrorOutput: terminal.note,
      onListening: createToolFinder(search),
      onEnd: report.ended,
    });
  };
  await restartOnChanges(start, changes, report, signal);
  stopReading?.();
  await changes.close();
  return exitCodes.success;
};

type StartProgram = (changedAt: number, stopped: AbortSignal) => RunningProgram;

/** Runs the program, and again after each change, until the user leaves. */
async function restartOnChanges(
  start: StartProgram,
  changes: Changes,
  report: DevReport,
  leaving: AbortSignal,
): Promise<void> {
  const exit = untilAborted(leaving);
  for (let changedAt = performance.now(); !leaving.aborted; changedAt = performance.now()) {
    const stopped = new AbortController();
    const program = start(changedAt, AbortSignal.any([leaving, stopped.signal]));
    const files = await Promise.race([changes.next(), exit]);
    stopped.abort();
    if (files !== undefined) report.changed(files);
    await program.stop(files === undefined ? exitTimeoutMs : restartTimeoutMs);
  }
}

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
    // Without --port, the program chooses. `listen` of `@toolwire/node` has the defaults, and `dev/program-hook.ts` reports the result.
    ...(port !== undefined && { PORT: String(port) }),
  };
}
