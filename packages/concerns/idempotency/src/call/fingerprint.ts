import { type MaybePromise, stringifyValue, toHex, utf8Key } from '@toolwire/internal';

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

/** The deepest nesting; much deeper values would overflow the stack. */
const maxDepth = 500;

/**
 * Returns the canonical JSON of a value by RFC 8785, with members sorted by UTF-16 code units. Throws a `TypeError` for a value that
 * JSON can't represent, because two different values could get the same text.
 */
export function canonicalJson(value: unknown): string {
  // Most inputs are flat and sorted. JSON.stringify also returns a flat string, which takes less memory than a concatenated one.
  return isFlatAndSorted(value) ? JSON.stringify(value) : textOf(value, maxDepth);
}

function isFlatAndSorted(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !isPlain(value)) return false;
  let last = '';
  // Inherited members come after own members. At worst they select the slower path.
  for (const name in value) {
    if (name < last || !isSimple(value[name])) return false;
    last = name;
  }
  return true;
}

function isSimple(value: unknown): boolean {
  return typeof value === 'string' || value === null || typeof value === 'boolean' || Number.isFinite(value);
}

function textOf(value: unknown, levelsLeft: number): string {
  if (isSimple(value)) return stringifyValue(value);
  if (typeof value === 'object' && value !== null && levelsLeft > 0) {
    if (Array.isArray(value)) return arrayText(value, levelsLeft - 1);
    if (isPlain(value)) return objectText(value, levelsLeft - 1);
  }
  throw new TypeError(
    `A value has no canonical JSON: it must be made of plain objects, arrays, strings, finite numbers, booleans and null, at most ${maxDepth} levels deep.`,
  );
}

function arrayText(items: readonly unknown[], levelsLeft: number): string {
  const texts: string[] = [];
  for (const item of items) texts.push(textOf(item, levelsLeft));
  return `[${texts.join(',')}]`;
}

function objectText(fields: Readonly<Record<string, unknown>>, levelsLeft: number): string {
  const names = Object.keys(fields);
  if (!isSorted(names)) names.sort();
  let text = '';
  for (const name of names) {
    const value = fields[name];
    // JSON.stringify skips undefined members too.
    if (value === undefined) continue;
    text += `${text === '' ? '' : ','}${stringifyValue(name)}:${textOf(value, levelsLeft)}`;
  }
  return `{${text}}`;
}

function isSorted(names: readonly string[]): boolean {
  for (let index = 1; index < names.length; index += 1) {
    if ((names[index - 1] as string) > (names[index] as string)) return false;
  }
  return true;
}

function isPlain(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
