/** As deep as a value may nest; far deeper, and the stack would overflow. */
const mostLevels = 500;

/** Characters that stand in JSON as they are. */
const plainText = /^[ !#-[\]-~]*$/;

/**
 * The one text of a JSON value, whatever the order of its members was: as RFC 8785 writes it, sorted by UTF-16 code units. Throws a
 * `TypeError` for what JSON cannot hold, since two such values might then look the same.
 */
export function canonicalJson(value: unknown): string {
  // What most inputs are. The text comes in one piece, which costs less to keep than one that was put together.
  return isFlatAndSorted(value) ? JSON.stringify(value) : textOf(value, mostLevels);
}

function isFlatAndSorted(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !isPlain(value)) return false;
  let last = '';
  // What it inherits comes after, if there is anything: at worst the longer way is taken.
  for (const name in value) {
    if (name < last || !isSimple(value[name])) return false;
    last = name;
  }
  return true;
}

function isSimple(value: unknown): boolean {
  return typeof value === 'string' || value === null || typeof value === 'boolean' || Number.isFinite(value);
}

function textOf(value: unknown, levels: number): string {
  if (isSimple(value)) return typeof value === 'string' ? quoted(value) : String(value);
  if (typeof value === 'object' && value !== null && levels > 0) {
    if (Array.isArray(value)) return arrayText(value, levels - 1);
    if (isPlain(value)) return objectText(value, levels - 1);
  }
  throw new TypeError(
    `A value has no canonical JSON: it must be made of plain objects, arrays, strings, finite numbers, booleans and null, at most ${mostLevels} levels deep.`,
  );
}

function arrayText(items: readonly unknown[], levels: number): string {
  const texts: string[] = [];
  for (const item of items) texts.push(textOf(item, levels));
  return `[${texts.join(',')}]`;
}

function objectText(fields: Readonly<Record<string, unknown>>, levels: number): string {
  const names = Object.keys(fields);
  if (!isSorted(names)) names.sort();
  let text = '';
  for (const name of names) {
    const value = fields[name];
    // As JSON.stringify: a member that is not there.
    if (value === undefined) continue;
    text += `${text === '' ? '' : ','}${quoted(name)}:${textOf(value, levels)}`;
  }
  return `{${text}}`;
}

function quoted(text: string): string {
  return text.length < 64 && plainText.test(text) ? `"${text}"` : JSON.stringify(text);
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
