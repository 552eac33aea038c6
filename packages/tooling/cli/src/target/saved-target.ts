import { readFile } from 'node:fs/promises';
import { createClient } from '@toolwire/client';
import { isObject, listOf, stringOf } from '@toolwire/internal';
import { connectionError, failure, usageError } from '../cli-error.ts';
import type { Target } from './target.ts';
import { readDetails, type ToolDetails, withDetails } from './tool-details.ts';

/** Reads a saved listing, such as the output of `toolwire list --json`. */
export async function openSaved(path: string): Promise<Target> {
  const text = await readListingFile(path);
  // The client reads listings of every version, so the file is passed as its response.
  const answer = (): Promise<Response> => Promise.resolve(new Response(text));
  const listing = await createClient({ url: 'http://localhost', fetch: answer, retry: false }).list();
  if (listing.kind === 'refused') {
    throw failure(`${path} is not a saved listing. Create one with toolwire list TARGET --json.`);
  }
  return {
    wire: 'saved',
    address: path,
    tools: withDetails(listing.tools, savedDetails(text)),
    warnings: listing.warnings,
    call: () => Promise.reject(usageError(`${path} is a saved listing and can't be called. Pass a server URL.`)),
    close: () => Promise.resolve(),
  };
}

/** The details that the client doesn't read, because a server of Open Tool Calling lists none. */
function savedDetails(text: string): ReadonlyMap<string, ToolDetails> {
  const listing: unknown = JSON.parse(text);
  const tools = isObject(listing) ? (listing['tools'] ?? listing['items']) : listing;
  return new Map(
    listOf(tools)
      .filter(isObject)
      .map((tool) => {
        const [id, version] = [stringOf(tool['id']), stringOf(tool['version'])];
        return [id.includes('@') || version === '' ? id : `${id}@${version}`, readDetails(tool)];
      }),
  );
}

async function readListingFile(path: string): Promise<string> {
  try {
    // Programs on Windows may add a byte order mark.
    return (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
  } catch (cause) {
    throw connectionError(`${path} can't be read. Does it exist?`, cause);
  }
}
