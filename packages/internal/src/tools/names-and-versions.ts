/** The maximum length of a tool name that models accept. */
export const maxToolNameLength = 64;
const hashLength = 10;

/**
 * Whether every protocol accepts a name: 1 to 64 letters, digits, `_` or `-` (OTC-DEF-03). Some model APIs accept fewer: see
 * `model-tool-names.ts` of `@toolwire/models`.
 */
export function isToolName(name: string): boolean {
  return name.length <= maxToolNameLength && /^[A-Za-z0-9_-]+$/.test(name);
}

/** The model-facing name of a tool ID, never parsed back: `Calculator.Add` is `Calculator_Add` (OTC-DEF-03). */
export function toolName(id: string): string {
  const name = id.replace('.', '_');
  return name.length <= maxToolNameLength ? name : `${name.slice(0, maxToolNameLength - 9)}_${shortHash(id)}`;
}

/**
 * The model-facing name of one version of a tool, such as `Calculator_Add-1_0_0`: letters, digits, `_` and `-`. A name that is too long
 * or taken gets a hash of the full name, so it doesn't depend on the other tools.
 */
export function versionedName(
  { name, version }: { readonly name: string; readonly version: string },
  isTaken: (name: string) => boolean,
): string {
  const end = `-${version.replaceAll('.', '_')}`;
  const whole = name + end;
  return whole.length <= maxToolNameLength && !isTaken(whole) ? whole : markedName(name, whole, end);
}

/** A shortened name with a hash of its meaning, and an optional suffix. */
export function markedName(name: string, meaning: string, end = ''): string {
  const marked = `_${hashOf(meaning)}${end}`;
  return name.slice(0, Math.max(0, maxToolNameLength - marked.length)) + marked;
}

// FNV-1a in 64 bits, short enough to leave room for the longest version.
function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const letter of text) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(letter.codePointAt(0) ?? 0)) * 0x100000001b3n);
  }
  return hash.toString(36).padStart(hashLength, '0').slice(-hashLength);
}

// FNV-1a in 32 bits. The catalog refuses a collision of two long IDs.
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** Words of letters and digits, joined: `get /pets/{id}` becomes `GetPetsId`. */
export function pascalCase(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/u).filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** A name that is not in use: the name itself, or with the first number from 2. */
export function unusedName(name: string, isUsed: (name: string) => boolean, separator: '' | '_' = ''): string {
  let unused = name;
  for (let count = 2; isUsed(unused); count++) unused = `${name}${separator}${count}`;
  return unused;
}

/** The ID of the tool of a procedure: `['orders', 'find']` becomes `Orders.Find`. A single name needs a toolkit. */
export function idOfPath(path: readonly string[], toolkit: string | undefined): string | undefined {
  const names = path.map(pascalCase);
  if (toolkit !== undefined) return `${toolkit}.${names.join('')}`;
  return names.length < 2 ? undefined : `${names.slice(0, -1).join('')}.${names.at(-1)}`;
}

/** Compares two versions `x.y.z`. An empty version comes first. */
export function compareVersionTexts(left: string, right: string): number {
  const others = right.split('.');
  for (const [index, part] of left.split('.').entries()) {
    const difference = byNumber(part, others[index] ?? '');
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Compares integers of any size: without leading zeros, the longer one is larger. */
function byNumber(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : Number(left > right);
}

/** Whether a caller requested a version of a tool, as in `Toolkit.Tool@1.0.0`. */
export function hasVersion({ toolId }: { readonly toolId: string }): boolean {
  return toolId.includes('@');
}
