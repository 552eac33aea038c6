import type { ArtifactStore } from '@toolwire/core';
import type { WireCodec } from '@toolwire/core/wire';
import { checkNumber, type NamesOf, StartUpError } from '@toolwire/internal';
import type { ArtifactKeeper } from './artifact-keeper.ts';
import { limited } from './limited.ts';
import { createSignedQueries } from './signed-query.ts';
import { filesWire } from './wire.ts';

/** How artifacts are kept and served. */
export interface ArtifactsOptions {
  /** Where callers reach the server, with the path that its tools are mounted below: `https://tools.example.com/ai`. */
  readonly url: string;
  /** Signs the addresses: 32 bytes or more, the same in every process. Left out, a folder keeps one for all that share it; elsewhere addresses end with the process. */
  readonly secret?: string | Uint8Array | undefined;
  /** How long an artifact can be fetched; an hour if left out. */
  readonly ttlMs?: number | undefined;
  /** The longest artifact, in bytes; 4 GiB in a folder and 16 MiB in memory if left out. */
  readonly maxBytes?: number | undefined;
  /** The path of the addresses; `/artifacts` if left out. */
  readonly path?: string | undefined;
  /** The clock, in milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

/** For every place that artifacts are kept in; each takes one more. */
export const artifactsNames: NamesOf<ArtifactsOptions> = {
  url: true,
  secret: true,
  ttlMs: true,
  maxBytes: true,
  path: true,
  now: true,
};

/** A store for artifacts, and the wire that serves them: `createToolServer({ artifacts: { store }, wires: [otc(), store.wire] })`. */
export interface Artifacts extends Required<Omit<ArtifactStore, 'ready' | 'endsWithProcess'>> {
  /** Says, in words that tell what to set, that artifacts or their addresses end with the process. */
  readonly endsWithProcess?: string | undefined;
  readonly wire: WireCodec;
}

/** The options with every default filled in. */
export interface ArtifactsSettings {
  /** How long an artifact can be fetched, in milliseconds. */
  readonly ttlMs: number;
  /** The longest artifact, in bytes. */
  readonly maxBytes: number;
  /** The clock, in milliseconds since 1970. */
  readonly now: () => number;
}

/** Fills in the defaults, and refuses what makes no sense. */
export function artifactsSettings(options: ArtifactsOptions, defaultMaxBytes: number): ArtifactsSettings {
  const { ttlMs = 60 * 60 * 1000, maxBytes = defaultMaxBytes, now = Date.now } = options;
  checkNumber('ttlMs', ttlMs, { unit: 'milliseconds', above: 0 });
  checkNumber('maxBytes', maxBytes, { unit: 'bytes', above: 0, infinity: 'no limit' });
  return { ttlMs, maxBytes, now };
}

/** Puts a store together from a place for the bytes. */
export function createArtifacts(
  keeper: ArtifactKeeper,
  options: ArtifactsOptions,
  settings: ArtifactsSettings,
): Artifacts {
  const { path = '/artifacts', secret } = options;
  const { ttlMs, maxBytes, now } = settings;
  if (!/^https?:$/.test(URL.canParse(options.url) ? new URL(options.url).protocol : '')) {
    throw new StartUpError(
      'TW_OPTION_ADDRESS',
      `The url of artifacts must be an absolute http or https address, not '${options.url}'.`,
    );
  }
  const queries = createSignedQueries(
    secret ?? keeper.secret?.bind(keeper) ?? crypto.getRandomValues(new Uint8Array(32)),
  );
  const hasLasting = secret !== undefined || keeper.secret !== undefined;
  const address = options.url.replace(/\/+$/, '') + path;
  return {
    async save(body, details) {
      if (!isMediaType(details.contentType)) {
        throw new TypeError(
          `An artifact's contentType must be a media type such as text/csv, not '${details.contentType}'.`,
        );
      }
      const id = crypto.randomUUID();
      const expiresAt = now() + ttlMs;
      const size = await keeper.write(id, limited(body, maxBytes, details.signal), details);
      return { url: `${address}?${await queries.sign({ id, expiresAt })}`, size };
    },
    uriTemplate: `${address}{?id,expires,signature}`,
    async read(url) {
      if (!url.startsWith(`${address}?`)) return { ok: false, problem: 'unknown' };
      const ticket = await queries.check(url.slice(address.length + 1), now());
      if (!ticket.ok) return { ok: false, problem: ticket.problem === 'expired' ? 'expired' : 'unknown' };
      const file = await keeper.read(ticket.id);
      return file === undefined ? { ok: false, problem: 'gone' } : { ok: true, ...file };
    },
    endsWithProcess: keeper.endsWithProcess ?? (hasLasting ? undefined : addressesEnd),
    wire: filesWire({ path, keeper, queries, now }),
  };
}

const addressesEnd =
  'Their addresses are signed by a secret of this process alone. Set secret, 32 bytes or more and the same in every process.';

// It becomes a header.
function isMediaType(text: string): boolean {
  return /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:; ?[\w-]+=[\w!#$&^.+-]+)*$/.test(text);
}
