import { readFile } from 'node:fs/promises';
import { createClient } from '@toolwire/client';
import { connectionError, failure, usageError } from '../cli-error.ts';
import type { Target } from './target.ts';

/** Reads the JSON of `GET /tools` from a file, as `toolwire list --json` writes it. */
export async function openSaved(path: string): Promise<Target> {
  const text = await readText(path);
  // The client reads listings of every era, so it is asked to, with the file as the answer.
  const answer = (): Promise<Response> => Promise.resolve(new Response(text));
  const listing = await createClient({ url: 'http://localhost', fetch: answer, retry: false }).list();
  if (listing.kind === 'refused') throw failure(`${path} is no listing: save one by toolwire list TARGET --json.`);
  return {
    wire: 'saved',
    address: path,
    tools: listing.tools,
    warnings: listing.warnings,
    call: () => Promise.reject(usageError(`${path} is a saved listing, and nobody answers there. Give a server.`)),
    close: () => Promise.resolve(),
  };
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw connectionError(`${path} cannot be read: is it there?`, cause);
  }
}
