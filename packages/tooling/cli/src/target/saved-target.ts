import { readFile } from 'node:fs/promises';
import { createClient } from '@toolwire/client';
import { connectionError, failure, usageError } from '../cli-error.ts';
import type { Target } from './target.ts';

/** Reads a saved listing, such as the output of `toolwire list --json`. */
export async function openSaved(path: string): Promise<Target> {
  const text = await readText(path);
  // The client reads listings of every version, so the file is passed as its response.
  const answer = (): Promise<Response> => Promise.resolve(new Response(text));
  const listing = await createClient({ url: 'http://localhost', fetch: answer, retry: false }).list();
  if (listing.kind === 'refused') {
    throw failure(`${path} is not a saved listing. Create one with toolwire list TARGET --json.`);
  }
  return {
    wire: 'saved',
    address: path,
    tools: listing.tools,
    warnings: listing.warnings,
    call: () => Promise.reject(usageError(`${path} is a saved listing and can't be called. Pass a server URL.`)),
    close: () => Promise.resolve(),
  };
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw connectionError(`${path} can't be read. Does it exist?`, cause);
  }
}
