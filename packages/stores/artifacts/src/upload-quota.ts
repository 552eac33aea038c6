/** The limits of the unexpired files of one caller. */
interface UploadQuotaLimits {
  readonly maxCallerBytes: number;
  readonly maxCallerFiles: number;
  /** How long a file counts, in milliseconds: until it expires. */
  readonly ttlMs: number;
}

interface CountedFile {
  readonly size: number;
  readonly expiresAt: number;
}

/** Counts an announced file, and returns `undefined`; or returns how long the caller must wait for room. */
type ReserveUpload = (owner: string, size: number, now: number) => number | undefined;

/** Creates a quota of this process. A file counts from its announcement, so that unfinished uploads count too. */
export function createUploadQuota({ maxCallerBytes, maxCallerFiles, ttlMs }: UploadQuotaLimits): ReserveUpload {
  // In the order of the latest file, so that owners whose files have all expired come first.
  const filesByOwner = new Map<string, readonly CountedFile[]>();
  const forgetExpired = (now: number): void => {
    for (const [owner, files] of filesByOwner) {
      if ((files.at(-1)?.expiresAt ?? 0) > now) return;
      filesByOwner.delete(owner);
    }
  };
  return (owner, size, now) => {
    forgetExpired(now);
    const files = (filesByOwner.get(owner) ?? []).filter(({ expiresAt }) => expiresAt > now);
    const bytes = files.reduce((sum, file) => sum + file.size, size);
    if (files.length >= maxCallerFiles || bytes > maxCallerBytes) {
      return (files[0]?.expiresAt ?? now + ttlMs) - now;
    }
    filesByOwner.delete(owner);
    filesByOwner.set(owner, [...files, { size, expiresAt: now + ttlMs }]);
    return undefined;
  };
}
