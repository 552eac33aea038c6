import type { ArtifactStore } from '@toolwire/core';
import type { WireCodec } from '@toolwire/core/wire';
import {
  checkNames,
  checkNumber,
  checkRoutePath,
  isHttpUrl,
  type NamesOf,
  quoteValue,
  StartupError,
} from '@toolwire/internal';
import { type ArtifactStorage, copyChunks } from './artifact-storage.ts';
import { artifactsCodec } from './routes.ts';
import { createSignedQueries } from './signed-query.ts';
import { createUploads, type UploadsOptions } from './uploads.ts';

/** How long an artifact can be fetched by default: one hour. */
export const defaultTtlMs = 3_600_000;

/** How artifacts are stored and served. */
export interface ArtifactsOptions {
  /** The public URL of the server, with the path at which its tools are mounted: `https://tools.example.com/ai`. */
  readonly url: string;
  /** Signs the URLs: at least 32 bytes, the same in all processes. Default: a secret in the folder; without a folder, URLs end with the process. */
  readonly secret?: string | Uint8Array | undefined;
  /** How long an artifact can be fetched, in milliseconds. Default: one hour. */
  readonly ttlMs?: number | undefined;
  /** The largest artifact, in bytes. Default: 4 GiB, in memory 16 MiB. */
  readonly maxBytes?: number | undefined;
  /** The path of the URLs. Default: `/artifacts`. */
  readonly path?: string | undefined;
  /** Limits of the files that callers upload, for tools with `uploads`. */
  readonly uploads?: UploadsOptions | undefined;
}

/** The options of every storage. */
export const artifactsNames: NamesOf<ArtifactsOptions> = {
  url: true,
  secret: true,
  ttlMs: true,
  maxBytes: true,
  path: true,
  uploads: true,
};

/** An artifact store, and the wire that serves its files: `createToolServer({ artifacts: { store }, wires: [otc(), store.wire] })`. */
export interface Artifacts extends Required<Omit<ArtifactStore, 'ready' | 'endsWithProcess'>> {
  /** A warning that artifacts or their URLs end with the process. */
  readonly endsWithProcess?: string | undefined;
  readonly wire: WireCodec;
}

/** Creates an artifact store on a storage. */
export function createArtifacts(storage: ArtifactStorage, options: ArtifactsOptions): Artifacts {
  checkNames('createArtifacts()', options, artifactsNames);
  // `memory-artifacts.ts` has a smaller default `maxBytes`.
  const { ttlMs = defaultTtlMs, maxBytes = 4 * 1024 ** 3, secret } = options;
  checkNumber('ttlMs', ttlMs, { unit: 'milliseconds', above: 0 });
  checkNumber('maxBytes', maxBytes, { unit: 'bytes', above: 0, infinity: 'no limit' });
  const path = checkRoutePath('path', options.path ?? '/artifacts', '/artifacts');
  checkUrl(options.url);
  const queries = createSignedQueries(
    secret ?? storage.secret?.bind(storage) ?? (async () => crypto.getRandomValues(new Uint8Array(32))),
  );
  const isDurable = secret !== undefined || storage.secret !== undefined;
  const baseUrl = options.url.replace(/\/+$/, '') + path;
  return {
    async save(body, details) {
      if (!isMediaType(details.contentType)) {
        throw new TypeError(
          `An artifact's contentType must be a media type such as text/csv, not '${details.contentType}'.`,
        );
      }
      const id = crypto.randomUUID();
      const expiresAt = Date.now() + ttlMs;
      const size = await storage.write(id, copyChunks(body, details.signal, maxBytes), details);
      return { url: `${baseUrl}?${await queries.sign('download', { id, expiresAt })}`, size };
    },
    uriTemplate: `${baseUrl}{?id,expires,signature}`,
    async read(url) {
      if (!url.startsWith(`${baseUrl}?`)) return { ok: false, problem: 'unknown' };
      const ticket = await queries.check('download', url.slice(baseUrl.length + 1));
      if (!ticket.ok) return { ok: false, problem: ticket.problem === 'expired' ? 'expired' : 'unknown' };
      const file = await storage.read(ticket.id);
      return file === undefined ? { ok: false, problem: 'gone' } : { ok: true, ...file };
    },
    endsWithProcess: storage.endsWithProcess ?? (isDurable ? undefined : temporaryUrls),
    uploads: createUploads({ baseUrl, storage, queries, ttlMs, maxBytes }, options.uploads),
    wire: artifactsCodec({ path, storage, queries }),
  };
}

const temporaryUrls =
  'The artifact URLs are signed with a secret of this process only. Set secret to at least 32 bytes, the same in all processes.';

function checkUrl(text: string): void {
  if (!isHttpUrl(text)) {
    throw new StartupError(
      'TW_OPTION_URL',
      `The option url of artifacts must be an absolute http or https URL, got ${quoteValue(text)}.`,
    );
  }
  if (!/[?#]/.test(text)) return;
  throw new StartupError(
    'TW_OPTION_URL',
    'The url has a query or a fragment. Remove it, as in https://example.com/ai.',
  );
}

// It becomes a header.
function isMediaType(text: string): boolean {
  return /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?: *; *[\w-]+=(?:[\w!#$&^.+-]+|"[ !#-[\]-~]*"))*$/.test(text);
}
