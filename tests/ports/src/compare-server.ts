import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Comparison, compare } from './difference.ts';
import { differences } from './differences.ts';
import { originalProgram, portProgram, type ServerName } from './program.ts';
import { servers } from './servers.ts';
import { type Start, type Transcript, visit } from './visit.ts';

/** Sends the same calls to a published server and to its port. */
export async function compareServer(name: ServerName): Promise<Comparison & { readonly requests: readonly string[] }> {
  const [original, port] = await Promise.all([
    inFolder(name, originalProgram(name)),
    inFolder(name, portProgram(name, 'bundle')),
  ]);
  const known = differences.filter(({ servers: those }) => those.includes(name));
  return { ...compare(original, port, known), requests: [...original.keys()] };
}

async function inFolder(name: ServerName, program: string): Promise<Transcript> {
  return withServer(name, program, (start) => visit(start, servers[name].calls));
}

/** Prepares a folder for a server, and removes it afterwards. */
export async function withServer<Result>(
  name: ServerName,
  program: string,
  use: (start: Start) => Promise<Result>,
): Promise<Result> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolwire-ports-')));
  const prepared = await servers[name].prepare(folder);
  try {
    return await use({ program, folder, ...prepared });
  } finally {
    await prepared.stop?.();
    await rm(folder, { recursive: true });
  }
}
