import type { ArtifactStore } from '@toolwire/core';
import {
  byteCount,
  checkCount,
  checkNames,
  checkNumber,
  fromBase64Url,
  type NamesOf,
  timer,
  toBase64Url,
} from '@toolwire/internal';
import type { ArtifactStorage } from './artifact-storage.ts';
import type { SignedQueries } from './signed-query.ts';
import { createUploadQuota } from './upload-quota.ts';

/** Limits of the files that callers upload. */
export interface UploadsOptions {
  /** The largest file, in bytes. Default: 100 MiB, or less if `maxBytes` of the artifacts or `maxCallerBytes` is less. */
  readonly maxBytes?: number | undefined;
  /** The size of all files of one caller that have not expired, in bytes. Default: ten of the largest files; in memory a quarter of all artifacts. */
  readonly maxCallerBytes?: number | undefined;
  /** The number of files of one caller that have not expired. Default: 100. */
  readonly maxCallerFiles?: number | undefined;
  /** How long the URL of an upload is valid, in milliseconds. The upload must end by then. Default: 15 minutes. */
  readonly urlTtlMs?: number | undefined;
}

/** The names of the options. */
const uploadsNames: NamesOf<UploadsOptions> = {
  maxBytes: true,
  maxCallerBytes: true,
  maxCallerFiles: true,
  urlTtlMs: true,
};

/** The options with their defaults. */
type UploadsSettings = { readonly [Name in keyof UploadsOptions]-?: number };

const mebibyte = 1024 * 1024;

/** Checks the options, and adds their defaults. */
function readUploadsOptions(options: UploadsOptions, maxArtifactBytes: number): UploadsSettings {
  checkNames('uploads of artifacts', options, uploadsNames);
  const { maxCallerFiles = 100, urlTtlMs = 15 * 60_000 } = options;
  const largest = Math.min(100 * mebibyte, maxArtifactBytes, options.maxCallerBytes ?? Number.POSITIVE_INFINITY);
  const { maxBytes = largest } = options;
  const { maxCallerBytes = 10 * maxBytes } = options;
  checkNumber('uploads.maxBytes', maxBytes, { ...byteCount, to: maxArtifactBytes });
  // Otherwise a caller would wait for room for a file that can never fit.
  checkNumber('uploads.maxCallerBytes', maxCallerBytes, { ...byteCount, from: maxBytes });
  checkCount('uploads.maxCallerFiles', maxCallerFiles);
  checkNumber('uploads.urlTtlMs', urlTtlMs, timer);
  return { maxBytes, maxCallerBytes, maxCallerFiles, urlTtlMs };
}

/** An announced file, as the URL of its upload describes it. */
export interface UploadTicket {
  /** The ID in the storage. It follows from the reference and the owner, so that another owner finds nothing. */
  readonly key: string;
  readonly reference: string;
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
}

/** The parts of a store that uploads need. */
interface UploadsConfig {
  /** The URL of the artifacts. */
  readonly baseUrl: string;
  readonly storage: ArtifactStorage;
  readonly queries: SignedQueries;
  /** How long a file can be used, in milliseconds. */
  readonly ttlMs: number;
  /** The largest artifact, in bytes. */
  readonly maxBytes: number;
}

/** Creates the part of a store that accepts files. Its state is in the URLs and references, so that several processes can share it. */
export function createUploads(
  config: UploadsConfig,
  options: UploadsOptions = {},
): NonNullable<ArtifactStore['uploads']> {
  const { baseUrl, storage, queries, ttlMs } = config;
  const { maxBytes, maxCallerBytes, maxCallerFiles, urlTtlMs } = readUploadsOptions(options, config.maxBytes);
  const reserve = createUploadQuota({ maxCallerBytes, maxCallerFiles, ttlMs });
  const keyOf = (reference: string, owner: string | undefined): Promise<string> =>
    queries.idFor(['uploaded file', owner ?? null, reference]);

  return {
    async create({ name, contentType, size }, owner) {
      if (size > maxBytes) {
        return { ok: false, message: `A file must have at most ${maxBytes} bytes. (upload_too_large)` };
      }
      const now = Date.now();
      const retryAfterMs = reserve(owner ?? '', size, now);
      if (retryAfterMs !== undefined) {
        const message = `You may have ${maxCallerFiles} files with ${maxCallerBytes} bytes in total. Try again when one has expired. (upload_quota)`;
        return { ok: false, message, retryAfterMs };
      }
      const random = toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
      const reference = `upload:${Math.ceil(now + ttlMs).toString(36)}-${random}`;
      const ticket: UploadTicket = { key: await keyOf(reference, owner), reference, name, contentType, size };
      const expiresAt = now + Math.min(urlTtlMs, ttlMs);
      const id = toBase64Url(new TextEncoder().encode(JSON.stringify(ticket)));
      return {
        ok: true,
        reference,
        url: `${baseUrl}?${await queries.sign('upload', { id, expiresAt })}`,
        expiresAt,
      };
    },
    async find(reference, owner) {
      const [, expiry] = /^upload:([0-9a-z]{1,11})-[\w-]{22}$/.exec(reference) ?? [];
      if (expiry === undefined) return { ok: false, problem: 'unknown' };
      if (Number.parseInt(expiry, 36) <= Date.now()) return { ok: false, problem: 'expired' };
      const file = await storage.read(await keyOf(reference, owner));
      return file === undefined ? { ok: false, problem: 'unknown' } : { ok: true, ...file };
    },
  };
}

/** Reads the ID in the URL of an upload, whose signature is valid. */
export function readUploadTicket(id: string): UploadTicket {
  return JSON.parse(new TextDecoder().decode(fromBase64Url(id))) as UploadTicket;
}
