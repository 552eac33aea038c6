import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { connectionError, usageError } from '../cli-error.ts';
import type { Arguments } from '../command-line/command.ts';
import { listingOf, type SavedListing } from '../saved-listing.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { startShell } from './start-shell.ts';
import { withWorktree } from './with-worktree.ts';

/** Returns the listing of a git ref: from a module, a saved listing or a started server. */
export function listingOfRef(ref: string, args: Arguments, terminal: Terminal): Promise<SavedListing> {
  const [file, command] = [args.value('at'), args.value('run')];
  if ((file === undefined) === (command === undefined)) {
    throw usageError(
      '--refs needs --at FILE (a module or saved listing in the ref) or --run COMMAND (starts a server at $PORT).',
    );
  }
  return withWorktree(ref, args.value('prepare'), terminal, (folder) =>
    command === undefined
      ? listingOf(join(folder, file ?? ''), args, terminal)
      : listingOfRun({ ref, command, folder }, args, terminal),
  );
}

async function listingOfRun(
  { ref, command, folder }: { readonly ref: string; readonly command: string; readonly folder: string },
  args: Arguments,
  terminal: Terminal,
): Promise<SavedListing> {
  const { note, signal } = terminal;
  const port = await freePort();
  note(`${ref}: ${command}\n`);
  const server = startShell(command, folder, note, { PORT: String(port) });
  const stopped = new AbortController();
  try {
    const ended = server.ended.then((code) => {
      throw connectionError(`'${command}' ended with ${code ?? 'a signal'} before it listened at $PORT.`);
    });
    await Promise.race([ended, waitForServer(port, AbortSignal.any([signal, stopped.signal]))]);
    return await listingOf(`http://127.0.0.1:${port}`, args, terminal);
  } finally {
    stopped.abort();
    await server.end();
    await server.ended;
  }
}

/** Returns a port that no server uses at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const startTimeoutMs = 60_000;
const pollIntervalMs = 50;

/** Resolves when a server responds at the port. Rejects after 60 seconds, even if a server accepts connections but never responds. */
export async function waitForServer(port: number, signal: AbortSignal): Promise<void> {
  const timeout = AbortSignal.timeout(startTimeoutMs);
  const requestSignal = AbortSignal.any([signal, timeout]);
  while (!timeout.aborted) {
    if (await hasResponse(port, requestSignal)) return;
    await setTimeout(pollIntervalMs, undefined, { signal });
  }
  throw connectionError(`No server responded at $PORT within ${startTimeoutMs / 1000} s.`);
}

async function hasResponse(port: number, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/`, { signal });
    await response.body?.cancel();
    return true;
  } catch {
    // The server does not listen yet, or the time is up.
    return false;
  }
}
