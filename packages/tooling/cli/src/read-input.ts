import type { CallContext } from '@toolwire/client';
import { type Fields, isObject, listOf, uploadPattern } from '@toolwire/internal';
import { usageError } from './cli-error.ts';
import type { Arguments } from './command-line/command.ts';
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
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const entries: [string, unknown][] = [];
  for (const word of words) {
    const { name, isJson, text } = parseParameter(word);
    if (entries.some(([before]) => before === name)) throw usageError(`'${name}' was given more than once.`);
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    entries.push([name, isJson ? parseJson(text, name) : await readValue(text, property, upload)]);
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

async function readValue(text: string, schema: unknown, upload: (path: string) => Promise<string>): Promise<unknown> {
  // A leading at sign is escaped with another one.
  if (text.startsWith('@@')) return typedValue(text.slice(1), schema);
  if (!text.startsWith('@')) return typedValue(text, schema);
  const path = text.slice(1);
  if (isUpload(schema)) return upload(path);
  // The list of one file. Several files are uploaded first, and passed as JSON.
  if (isObject(schema) && isUpload(schema['items'])) return [await upload(path)];
  if (isObject(schema) && schema['contentEncoding'] === 'base64') return (await readBytes(path)).toString('base64');
  return typedValue(await readText(path), schema);
}

function isUpload(schema: unknown): boolean {
  return isObject(schema) && schema['pattern'] === uploadPattern;
}

/** Converts the text to the type in the schema. Other text is sent as is, and the server reports the error. */
function typedValue(text: string, schema: unknown): unknown {
  const types = typesOf(schema);
  // Text stays a string if the schema allows only strings, or is unknown.
  if (types.size === 0 || (types.size === 1 && types.has('string'))) return text;
  const value = valueOf(text);
  return value !== undefined && types.has(typeOf(value)) ? value : text;
}

/** Returns the types of a schema and its branches, with `integer` as `number`. */
export function typesOf(schema: unknown): ReadonlySet<string> {
  if (!isObject(schema)) return new Set();
  const { type, enum: values, const: constant, anyOf, oneOf, allOf } = schema;
  const namedTypes = (Array.isArray(type) ? type : [type]).filter((each): each is string => typeof each === 'string');
  const literalTypes = [...listOf(values), ...(constant === undefined ? [] : [constant])].map(typeOf);
  const branches = [anyOf, oneOf, allOf].flatMap(listOf);
  const branchTypes = branches.flatMap((branch) => [...typesOf(branch)]);
  return new Set(
    [...namedTypes, ...literalTypes, ...branchTypes].map((each) => (each === 'integer' ? 'number' : each)),
  );
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

/** Reads the tokens, secrets and user ID for tools from the flags. */
export function callContext(args: Arguments): CallContext {
  const userId = args.value('user-id');
  return {
    authorization: nameValuePairs(args, 'authorization').map(([id, token]) => ({ id, token })),
    secrets: nameValuePairs(args, 'secret').map(([id, value]) => ({ id, value })),
    ...(userId !== undefined && { userId }),
  };
}

function nameValuePairs(args: Arguments, flag: string): readonly (readonly [string, string])[] {
  return args.values(flag).map((text) => {
    const at = text.indexOf('=');
    // The value may be a secret, so the message omits it.
    if (at < 1) throw usageError(`--${flag} needs a name and a value: --${flag} NAME=VALUE.`);
    return [text.slice(0, at), text.slice(at + 1)];
  });
}
