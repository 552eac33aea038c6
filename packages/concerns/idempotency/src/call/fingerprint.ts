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
