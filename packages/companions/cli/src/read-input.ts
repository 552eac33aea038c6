import { readFile } from 'node:fs/promises';
import { type Fields, isObject } from '@toolwire/internal';
import { usageError } from './cli-error.ts';

/** Reads what was typed for a tool's parameters, as its schema says: `a=10`, `b:='{"x":1}'`, `file=@path`. */
export async function readInput(
  typed: readonly string[],
  whole: string | undefined,
  schema: Fields,
): Promise<Readonly<Record<string, unknown>>> {
  const base =
    whole === undefined ? {} : parseJson(whole.startsWith('@') ? await readText(whole.slice(1)) : whole, '--input');
  if (!isObject(base)) throw usageError('--input is a JSON object with the parameters.');
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const entries: [string, unknown][] = [];
  for (const word of typed) {
    const { name, isJson, text } = split(word);
    if (entries.some(([before]) => before === name)) throw usageError(`'${name}' is given twice.`);
    const wanted = Object.hasOwn(properties, name) ? properties[name] : undefined;
    entries.push([name, isJson ? parseJson(text, name) : await readValue(text, wanted)]);
  }
  return Object.fromEntries([...Object.entries(base), ...entries]);
}

interface Typed {
  readonly name: string;
  readonly isJson: boolean;
  readonly text: string;
}

function split(word: string): Typed {
  const at = word.indexOf('=');
  if (at < 1 || word.startsWith(':=')) {
    throw usageError(`'${word}' gives no parameter a value. Write name=value, name:=JSON or name=@file.`);
  }
  const isJson = word[at - 1] === ':';
  return { name: word.slice(0, isJson ? at - 1 : at), isJson, text: word.slice(at + 1) };
}

async function readValue(text: string, schema: unknown): Promise<unknown> {
  // A text that begins with an at sign is written with two.
  if (text.startsWith('@@')) return typedValue(text.slice(1), schema);
  if (!text.startsWith('@')) return typedValue(text, schema);
  const path = text.slice(1);
  if (isObject(schema) && schema['contentEncoding'] === 'base64') return (await readBytes(path)).toString('base64');
  return typedValue(await readText(path), schema);
}

/** As the schema wants it, where the text can be that; else the text, of which the server says what is wrong. */
function typedValue(text: string, schema: unknown): unknown {
  const types = typesOf(schema);
  // A text stays one where nothing else is taken, and where nothing is known that could be told from it.
  if (types.size === 0 || (types.size === 1 && types.has('string'))) return text;
  const value = valueOf(text);
  return value !== undefined && types.has(typeOf(value)) ? value : text;
}

/** The types that a schema names, in its branches too, with `integer` as `number`. */
function typesOf(schema: unknown): ReadonlySet<string> {
  if (!isObject(schema)) return new Set();
  const { type, enum: values, const: only, anyOf, oneOf, allOf } = schema;
  const named = (Array.isArray(type) ? type : [type]).filter((each): each is string => typeof each === 'string');
  const shown = [...listOf(values), ...(only === undefined ? [] : [only])].map(typeOf);
  const branches = [anyOf, oneOf, allOf].flatMap(listOf);
  const inside = branches.flatMap((branch) => [...typesOf(branch)]);
  return new Set([...named, ...shown, ...inside].map((each) => (each === 'integer' ? 'number' : each)));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function valueOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    // A number that JavaScript cannot keep is left as it was typed.
    return typeof value === 'number' && !Number.isFinite(value) ? undefined : value;
  } catch {
    // No JSON, so a text.
    return undefined;
  }
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const { message } = cause as SyntaxError;
    throw usageError(`${name} is no JSON: ${message}`);
  }
}

async function readText(path: string): Promise<string> {
  return (await readBytes(path)).toString('utf8');
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch {
    throw usageError(`The file ${path} cannot be read.`);
  }
}
