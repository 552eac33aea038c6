import { basename } from 'node:path';
import { exitCodes, usageError } from '../cli-error.ts';
import type { Arguments, RunCommand } from '../command.ts';
import { jsonReport, textReport } from '../dev/dev-report.ts';
import { findEntry } from '../dev/find-entry.ts';
import { type Known, lookForTools } from '../dev/look-for-tools.ts';
import { startProgram } from '../dev/start-program.ts';
import { watchSources } from '../dev/watch-sources.ts';
import type { Terminal } from '../terminal.ts';

// Whoever saves waits for the new program and not for the old one; whoever leaves may have calls to finish.
const restartPatienceMs = 100;
const leavePatienceMs = 2000;

/** `toolwire dev [ENTRY]`: goes on until the user leaves. */
export const dev: RunCommand = async (given, terminal) => {
  const [typed, ...more] = given.operands;
  if (more.length > 0) throw usageError('toolwire dev takes one file; what the program takes stands behind --.');
  const path = readPath(given.value('path'));
  const environment = environmentOf(given, terminal);
  const entry = findEntry(typed);
  const project = basename(entry.root).replaceAll(/[^\w-]+/g, '-');
  const report = given.has('json') ? jsonReport(terminal) : textReport(entry.name, project, terminal);
  const [changes, { givenParts }] = await Promise.all([
    watchSources(entry, given.values('watch')),
    import('../dev/given-parts.ts'),
  ]);
  const known: Known = { ports: [], listing: undefined, address: undefined };
  const left = aborted(terminal.signal);
  for (let since = performance.now(); !terminal.signal.aborted; since = performance.now()) {
    const stopped = new AbortController();
    const signal = AbortSignal.any([terminal.signal, stopped.signal]);
    const program = startProgram({
      entry,
      args: given.spawned,
      environment,
      partsAddress: givenParts.address,
      ports: known.ports,
      onOutput: report.output,
      onErrorOutput: terminal.note,
      onListening: lookForTools({ given, terminal: { ...terminal, signal }, path, known, report, since }),
      onEnd: report.ended,
    });
    const files = await Promise.race([changes.next(), left]);
    stopped.abort();
    if (files !== undefined) report.changed(files);
    await program.stop(files === undefined ? leavePatienceMs : restartPatienceMs);
  }
  await changes.close();
  return exitCodes.well;
};

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

function readPath(text = ''): string {
  if (text === '' || /^\/[^\s?#]*$/.test(text)) return text.replace(/\/+$/, '');
  throw usageError(`--path is where the tools are mounted, such as /ai, not '${text}'.`);
}

function environmentOf(given: Arguments, { environment, hasColor }: Terminal): Terminal['environment'] {
  const port = given.value('port');
  if (port !== undefined && !(/^\d+$/.test(port) && Number(port) <= 65_535)) {
    throw usageError(`--port is a number up to 65535, not '${port}'.`);
  }
  return {
    ...environment,
    // It writes to us, and we to a terminal.
    ...(hasColor && environment['FORCE_COLOR'] === undefined && { FORCE_COLOR: '1' }),
    ...(port !== undefined && { PORT: port }),
  };
}
