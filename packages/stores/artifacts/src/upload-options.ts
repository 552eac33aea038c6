import { byteCount, checkCount, checkNames, checkNumber, type NamesOf, timer } from '@toolwire/internal';

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
export function readUploadsOptions(options: UploadsOptions, maxArtifactBytes: number): UploadsSettings {
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
