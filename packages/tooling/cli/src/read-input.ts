import { type Fields, isObject, own, stringsOf } from '@toolwire/internal';
import { choicesOf, isUpload, type JsonFields, resolveSchema, variantsOf } from '@toolwire/internal/json-schema';
import { usageError } from './cli-error.ts';
import { readBytes, readText } from './files.ts';

/** Parses the parameters of a tool by its schema: `a=10`, `b:='{"x":1}'`, `file=@path`. `upload` sends the file of a parameter that takes an uploaded one. */
export async function readInput(
  words: readonly string[],
  json: string | undefined,
  schema: Fields,
  upload: (path: string) => Promise<string>,
): Promise<Readonly<Record<string, unknown>>> {
  const base =
    json === undefined ? {} : parseJson(json.startsWith('@') ? await readText(json.slice(1)) : json, '--input');
  if (!isObject(base)) throw usageError('--input must be a JSON object with the parameters.');
  const { properties } = schema;
  const entries: [string, unknown][] = [];
  for (const word of words) {
    const { name, isJson, text } = parseParameter(word);
    if (entries.some(([before]) => before === name)) throw usageError(`'${name}' was given more than once.`);
    const property = resolveSchema(own(properties, name), schema);
    entries.push([name, isJson ? parseJson(text, name) : await readValue(text, { property, root: schema }, upload)]);
  }
  return Object.fromEntries([...Object.entries(base), ...entries]);
}

interface Parameter {
  readonly name: string;
  readonly isJson: boolean;
  readonly text: string;
}

function parseParameter(word: string): Parameter {
  const at = word.indexOf('=');
  if (at < 1 || word.startsWith(':=')) {
    throw usageError(`'${word}' is not a parameter. Expected name=value, name:=JSON or name=@file.`);
  }
  const isJson = word[at - 1] === ':';
  return { name: word.slice(0, isJson ? at - 1 : at), isJson, text: word.slice(at + 1) };
}

/** The schema of a parameter without references, in the schema of its tool. */
interface Property {
  readonly property: JsonFields;
  readonly root: Fields;
}

async function readValue(text: string, of: Property, upload: (path: string) => Promise<string>): Promise<unknown> {
  const { property, root } = of;
  // A leading at sign is escaped with another one.
  if (text.startsWith('@@')) return typedValue(text.slice(1), of);
  if (!text.startsWith('@')) return typedValue(text, of);
  const path = text.slice(1);
  if (isUpload(property)) return upload(path);
  // The list of one file. Several files are uploaded first, and passed as JSON.
  if (isUpload(resolveSchema(property['items'], root))) return [await upload(path)];
  if (property['contentEncoding'] === 'base64') return (await readBytes(path)).toString('base64');
  return typedValue(await readText(path), of);
}

/** Converts the text to the type in the schema. Other text is sent as is, and the server reports the error. */
function typedValue(text: string, { property, root }: Property): unknown {
  const types = typesOf(property, root);
  // Text stays a string if the schema allows only strings, or is unknown.
  if (types.size === 0 || (types.size === 1 && types.has('string'))) return text;
  const value = valueOf(text);
  return value !== undefined && types.has(typeOf(value)) ? value : text;
}

/** Returns the types of a schema and its variants, with `integer` as `number`. */
export function typesOf(given: unknown, root: Fields): ReadonlySet<string> {
  const schema = resolveSchema(given, root);
  const variants = variantsOf(schema, root);
  const types = (variants.length === 0 ? [schema] : variants).flatMap((each) => [
    ...(typeof each['type'] === 'string' ? [each['type']] : stringsOf(each['type'])),
    ...(choicesOf(each) ?? []).map(typeOf),
  ]);
  return new Set(types.map((each) => (each === 'integer' ? 'number' : each)));
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function valueOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    // A number that JavaScript can't represent, such as 1e999 or a long ID, stays a string.
    return typeof value === 'number' && !isExact(value, text) ? undefined : value;
  } catch {
    // The value is not JSON, so it is a string.
    return undefined;
  }
}

function isExact(value: number, text: string): boolean {
  return Number.isFinite(value) && (!/^-?\d+$/.test(text) || BigInt(text) === BigInt(value));
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const { message } = cause as SyntaxError;
    throw usageError(`${name} must be valid JSON: ${message}`);
  }
}
