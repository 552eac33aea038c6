/** The limits of the unexpired files of one caller. */
export interface UploadQuotaLimits {
  readonly maxCallerBytes: number;
  readonly maxCallerFiles: number;
  /** How long a file counts, in milliseconds: until it expires. */
  readonly ttlMs: number;
}

/** Counts the files that callers announce. */
export interface UploadQuota {
  /** Counts a file, and returns `undefined`; or returns how long the caller must wait for room. */
  reserve(owner: string, size: number, now: number): number | undefined;
}

interface CountedFile {
  readonly size: number;
  readonly expiresAt: number;
}

/** Creates a quota of this process. A file counts from its announcement, so that unfinished uploads count too. */
export function createUploadQuota({ maxCallerBytes, maxCallerFiles, ttlMs }: UploadQuotaLimits): UploadQuota {
  // In the order of the latest file, so that owners whose files have all expired come first.
  const filesByOwner = new Map<string, readonly CountedFile[]>();
  const forgetExpired = (now: number): void => {
    for (const [owner, files] of filesByOwner) {
      if ((files.at(-1)?.expiresAt ?? 0) > now) return;
      filesByOwner.delete(owner);
    }
  };
  return {
    reserve(owner, size, now) {
      forgetExpired(now);
      const files = (filesByOwner.get(owner) ?? []).filter(({ expiresAt }) => expiresAt > now);
      const bytes = files.reduce((sum, file) => sum + file.size, size);
      if (files.length >= maxCallerFiles || bytes > maxCallerBytes) {
        return (files[0]?.expiresAt ?? now + ttlMs) - now;
      }
      filesByOwner.delete(owner);
      filesByOwner.set(owner, [...files, { size, expiresAt: now + ttlMs }]);
      return undefined;
    },
  };
}
