import { realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { type ToolContext, ToolError } from 'toolwire';
import { z } from 'zod';

const request = { roots: { kind: 'roots' } } as const;
const roots = z.array(z.object({ uri: z.string() }));
const started = await existingFolders(process.argv.slice(2));
if (started.length === 0 && process.argv.length > 2) throw new Error('None of the folders can be accessed.');

/** The folders that a call may use: the roots of the client if it has any, otherwise the folders of the command line. */
export async function allowedFolders({ client, ask }: ToolContext): Promise<readonly string[]> {
  const asked = client.canAsk('roots') ? await ask(request) : undefined;
  const uris = roots
    .catch([])
    .parse(asked?.roots.content)
    .map(({ uri }) => uri);
  const given = await existingFolders(uris.map((uri) => (uri.startsWith('file:') ? fileURLToPath(uri) : uri)));
  const folders = given.length > 0 ? given : started;
  if (folders.length === 0) throw new ToolError('No folder is allowed. Start the server with one, or send roots.');
  return folders;
}

/** Replaces `~` with the home folder. */
export function expandHome(path: string): string {
  return path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path;
}

/** The real paths of the folders that exist, and their own names where a link leads to them. */
async function existingFolders(paths: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(paths.map((path) => namesOf(resolve(expandHome(path)))));
  return found.flat();
}

async function namesOf(path: string): Promise<readonly string[]> {
  try {
    if (!(await stat(path)).isDirectory()) throw new Error('It is not a folder.');
    return [...new Set([path, await realpath(path)])];
  } catch (error) {
    process.stderr.write(`Skipped ${path}: ${String(error)}\n`);
    return [];
  }
}
