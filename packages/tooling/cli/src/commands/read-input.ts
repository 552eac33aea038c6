import { type Fields, isObject, type JsonFields, own, parseJson } from '@toolwire/internal';
import { choicesOf, isUpload, jsonType, resolveSchema, typesOf, variantsOf } from '@toolwire/internal/json-schema';
import { usageError } from '../cli-error.ts';
import { readBytes, readText } from '../files.ts';
import type { UploadFile } from './upload-file.ts';

/** Parses the parameters of a tool by its schema: `a=10`, `b:='{"x":1}'`, `file=@path`. `upload` sends the file of a parameter that takes an uploaded one. */
export async function readInput(
  parameters: readonly string[],
  json: string | undefined,
  schema: Fields,
  upload: UploadFile,
): Promise<Readonly<Record<string, unknown>>> {
  const base =
    json === undefined ? {} : readJson(json.startsWith('@') ? await readText(json.slice(1)) : json, '--input');
  if (!isObject(base)) throw usageError('--input must be a JSON object with the parameters.');
  const values = new Map<string, unknown>();
  for (const parameter of parameters) {
    const { name, isJson, text } = parseParameter(parameter);
    if (values.has(name)) throw usageError(`'${name}' was given more than once.`);
    const property = resolveSchema(own(schema['properties'], name), schema);
    values.set(name, isJson ? readJson(text, name) : await readValue(text, { property, root: schema }, upload));
  }
  return Object.fromEntries([...Object.entries(base), ...values]);
}

interface Parameter {
  readonly name: string;
  readonly isJson: boolean;
  readonly text: string;
}

function parseParameter(parameter: string): Parameter {
  const [, name, operator, text = ''] = /^([^=]*?)(:?=)(.*)$/s.exec(parameter) ?? [];
  if (!name) throw usageError(`'${parameter}' is not a parameter. Expected name=value, name:=JSON or name=@file.`);
  return { name, isJson: operator === ':=', text };
}

/** The schema of a parameter without references, and the schema of its tool. */
interface PropertySchema {
  readonly property: JsonFields;
  readonly root: Fields;
}

async function readValue(text: string, schema: PropertySchema, upload: UploadFile): Promise<unknown> {
  const { property, root } = schema;
  // A leading at sign is escaped with another one.
  if (text.startsWith('@@')) return typedValue(text.slice(1), schema);
  if (!text.startsWith('@')) return typedValue(text, schema);
  const path = text.slice(1);
  if (isUpload(property)) return upload(path);
  // The list of one file. Several files are uploaded first, and passed as JSON.
  if (isUpload(resolveSchema(property['items'], root))) return [await upload(path)];
  if (property['contentEncoding'] === 'base64') return (await readBytes(path)).toString('base64');
  return typedValue(await readText(path), schema);
}

/** Converts the text to the type in the schema. Other text is sent as is, and the server reports the error. */
function typedValue(text: string, { property, root }: PropertySchema): unknown {
  const types = inputTypesOf(property, root);
  // Text stays a string if the schema allows only strings, or is unknown.
  if (types.size === 0 || (types.size === 1 && types.has('string'))) return text;
  const value = valueOf(text);
  return value !== undefined && types.has(jsonType(value)) ? value : text;
}

/** Returns the types of a schema and its variants, with `integer` as `number`. */
export function inputTypesOf(value: unknown, root: Fields): ReadonlySet<string> {
  const schema = resolveSchema(value, root);
  const variants = variantsOf(schema, root);
  const types = (variants.length === 0 ? [schema] : variants).flatMap((variant) => [
    ...typesOf(variant),
    ...(choicesOf(variant) ?? []).map(jsonType),
  ]);
  return new Set(types.map((type) => (type === 'integer' ? 'number' : type)));
}

function valueOf(text: string): unknown {
  const value = parseJson(text);
  // A number that JavaScript can't represent, such as 1e999 or a long ID, stays a string.
  return typeof value === 'number' && !isExact(value, text) ? undefined : value;
}

function isExact(value: number, text: string): boolean {
  return Number.isFinite(value) && (!/^-?\d+$/.test(text) || BigInt(text) === BigInt(value));
}

function readJson(text: string, name: string): unknown {
  try {
    // Programs on Windows may add a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch (cause) {
    const { message } = cause as SyntaxError;
    throw usageError(`${name} must be valid JSON: ${message}`);
  }
}
