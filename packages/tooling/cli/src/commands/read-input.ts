import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import {
  contentTypeOf,
  type Fields,
  isHttpUrl,
  isObject,
  type JsonFields,
  own,
  parseJson,
  recordOf,
  uploadToolId,
} from '@toolwire/internal';
import {
  choicesOf,
  isUpload,
  jsonType,
  typesOf as listedTypes,
  resolveSchema,
  variantsOf,
} from '@toolwire/internal/json-schema';
import { failure, messageOf, usageError } from '../cli-error.ts';
import { readBytes, readText } from '../files.ts';
import { latestOf } from '../listed-tools.ts';
import type { ConnectionSettings } from '../target/connection-settings.ts';
import type { Target, TargetCall } from '../target/target.ts';
import { safeLine } from '../terminal/terminal-text.ts';

/** Uploads a file, and resolves to the value of its parameter. */
type UploadFile = (path: string) => Promise<string>;

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
  const types = typesOf(property, root);
  // Text stays a string if the schema allows only strings, or is unknown.
  if (types.size === 0 || (types.size === 1 && types.has('string'))) return text;
  const value = valueOf(text);
  return value !== undefined && types.has(jsonType(value)) ? value : text;
}

/** Returns the types of a schema and its variants, with `integer` as `number`. */
export function typesOf(value: unknown, root: Fields): ReadonlySet<string> {
  const schema = resolveSchema(value, root);
  const variants = variantsOf(schema, root);
  const types = (variants.length === 0 ? [schema] : variants).flatMap((variant) => [
    ...listedTypes(variant),
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

/** Returns a function that uploads a file for a parameter, and resolves to the value of the parameter. */
export function createUploadFile(
  { tools, call }: Pick<Target, 'tools' | 'call'>,
  settings: Pick<TargetCall, 'attempts' | 'context'>,
  { note, signal, fetch }: Pick<ConnectionSettings, 'fetch' | 'note' | 'signal'>,
): (path: string) => Promise<string> {
  return async (path) => {
    const tool = latestOf(tools.filter(({ id }) => id === uploadToolId));
    if (tool === undefined) throw failure(`${path} can't be uploaded: the server does not list ${uploadToolId}.`);
    const stats = await stat(path).catch(() => undefined);
    if (stats?.isFile() !== true) throw usageError(`File ${path} can't be read.`);
    const { size } = stats;
    const type = contentTypeOf(basename(path)) ?? 'application/octet-stream';
    const result = await call({ ...settings, tool, input: { name: basename(path), content_type: type, size }, signal });
    if (result.kind !== 'value') {
      const problem = result.kind === 'failed' ? result.failure.message : result.message;
      throw failure(`${path} can't be uploaded: ${safeLine(problem)}`);
    }
    const { file, url } = recordOf(result.value);
    if (typeof file !== 'string' || !isHttpUrl(url)) {
      throw failure(`${path} can't be uploaded: ${uploadToolId} returned no URL.`);
    }
    note(`Uploading ${safeLine(basename(path))} (${size} bytes, ${type})\n`);
    await send(path, { url, type }, { signal, fetch });
    return file;
  };
}

/** Sends the bytes without credentials: the URL has a signature. */
async function send(
  path: string,
  { url, type }: { readonly url: string; readonly type: string },
  { signal, fetch }: Pick<ConnectionSettings, 'fetch' | 'signal'>,
): Promise<void> {
  const body = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
  const request = { method: 'PUT', headers: { 'content-type': type }, body, duplex: 'half', signal } as const;
  const response = await fetch(url, request).catch((thrown: unknown) => {
    throw failure(`${path} could not be sent to ${new URL(url).origin}: ${messageOf(thrown)}.`);
  });
  if (response.ok) return;
  throw failure(`${path} was refused with status ${response.status}: ${safeLine(await response.text())}`);
}
