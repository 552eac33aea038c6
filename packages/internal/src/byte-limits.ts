import { byteCount, checkNumber } from './check-numbers.ts';

/** Limits as options. */
export type Optional<Limits> = { readonly [Name in keyof Limits]?: Limits[Name] | undefined };

/** How many bytes a store stores, in total and per owner. */
interface ByteLimits {
  readonly maxBytes: number;
  readonly maxBytesPerOwner: number;
}

/** Reads the byte limits of a store from its options. One owner gets a quarter by default. */
export function readByteLimits(options: Optional<ByteLimits>, defaultMaxBytes: number): ByteLimits {
  const { maxBytes = defaultMaxBytes } = options;
  checkNumber('maxBytes', maxBytes, byteCount);
  const { maxBytesPerOwner = Math.ceil(maxBytes / 4) } = options;
  checkNumber('maxBytesPerOwner', maxBytesPerOwner, byteCount);
  return { maxBytes, maxBytesPerOwner };
}
