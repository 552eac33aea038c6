import { type MaybePromise, toHex, utf8Key } from '@toolwire/internal';
import { canonicalJson } from './canonical-json.ts';

// A key that is used again with another fingerprint is a conflict. `keyed-runs.ts` compares it with the work of this process, and each
// store with the claims that it holds: in memory `memory-entry.ts`.

/** The part of a call that its fingerprint identifies. */
interface FingerprintedCall {
  readonly tool: { readonly id: string };
  readonly input: unknown;
}

/**
 * Returns a function that identifies a call by its tool and its decoded input. The version is stored with the result instead,
 * because a deploy changes it for callers that don't choose one. An input that has no canonical JSON has no fingerprint.
 */
export function createFingerprintOf(): (call: FingerprintedCall) => string | undefined {
  // One prefix per tool takes less memory than one per call.
  const prefixes = new WeakMap<FingerprintedCall['tool'], string>();
  return ({ tool, input }) => {
    let prefix = prefixes.get(tool);
    if (prefix === undefined) {
      prefix = `${tool.id} `;
      prefixes.set(tool, prefix);
    }
    try {
      return prefix + canonicalJson(input);
    } catch {
      return undefined;
    }
  };
}

/** A digest of a shorter text would cost more than it saves. */
const maxFingerprintLength = 4096;

/** Returns a short fingerprint of a claim as it is, and a long one as its SHA-256 digest. */
export function shortenFingerprint(text: string): MaybePromise<string> {
  return text.length <= maxFingerprintLength ? text : digest(text);
}

// WebCrypto digests outside the main thread, at about one gigabyte per second.
async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(utf8Key(text))));
  return `sha256:${toHex(bytes)}`;
}
