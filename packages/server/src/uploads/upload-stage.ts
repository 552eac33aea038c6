import type { InvalidOutcome, Stage, Tool, UploadedFile } from '@toolwire/core';
import type { UploadRule, UploadStore } from '@toolwire/core/internal';
import { isObject } from '@toolwire/core/wire';
import { ToolError } from '@toolwire/errors';
import { ownerOf } from '@toolwire/internal';
import type { ReadyCall } from '../run/resolved-call.ts';
import { uploadToolName } from './upload-tool.ts';

/** Finds the uploaded files of a call, and checks their owner, expiry, type and size before the tool runs. */
export function createUploadStage(store: UploadStore): Stage<ReadyCall> {
  return async (call, next) => {
    const { tool, validInput } = call;
    const owner = ownerOf(call);
    const uploads = new Map<string, UploadedFile>();
    const parameterErrors: Record<string, string> = Object.create(null) as Record<string, string>;
    for (const [name, rule] of Object.entries(tool.uploads ?? {})) {
      for (const reference of referencesIn(validInput, name)) {
        const found = await findUpload(store, reference, owner, rule);
        if (typeof found === 'string') parameterErrors[name] = found;
        else uploads.set(reference as string, found);
      }
    }
    const invalid = Object.keys(parameterErrors);
    return invalid.length === 0 ? next({ uploads }) : invalidUploads(parameterErrors, tool);
  };
}

function invalidUploads(parameterErrors: InvalidOutcome['parameterErrors'], tool: Tool): InvalidOutcome {
  const message = Object.entries(parameterErrors)
    .map(([name, problem]) => `${name}: ${problem}`)
    .join(' ');
  return { kind: 'invalid', message, parameterErrors, tool };
}

/** The references of a parameter: one, a list, or none if it is optional. */
function referencesIn(input: unknown, name: string): readonly unknown[] {
  const value = isObject(input) && Object.hasOwn(input, name) ? input[name] : undefined;
  return Array.isArray(value) ? (value as unknown[]) : value === undefined || value === null ? [] : [value];
}

async function findUpload(
  store: UploadStore,
  reference: unknown,
  owner: string | undefined,
  { contentTypes, maxBytes = Number.POSITIVE_INFINITY }: UploadRule,
): Promise<UploadedFile | string> {
  const again = `Upload the file with ${uploadToolName}, and pass the file that it returns.`;
  const found = typeof reference === 'string' ? await store.find(reference, owner) : undefined;
  if (found?.ok !== true) {
    return found?.problem === 'expired'
      ? `The uploaded file has expired. ${again} (upload_expired)`
      : `There is no such uploaded file. ${again} (upload_not_found)`;
  }
  const { name = 'file', contentType, size, body } = found;
  if (contentTypes !== undefined && !contentTypes.some((type) => isOfType(contentType, type))) {
    return `The content type of the file must be ${contentTypes.join(' or ')}, not ${contentType}. (upload_wrong_type)`;
  }
  if (size > maxBytes) return `The file must have at most ${maxBytes} bytes, and has ${size}. (upload_too_large)`;
  const openAgain = async (): Promise<AsyncIterable<Uint8Array>> => {
    const file = await store.find(reference as string, owner);
    if (file.ok) return file.body;
    throw new ToolError(`The uploaded file '${name}' is no longer stored. ${again}`);
  };
  return { name, contentType, size, ...readersOf(body, size, openAgain) };
}

function isOfType(contentType: string, accepted: string): boolean {
  return accepted.endsWith('/*') ? contentType.startsWith(accepted.slice(0, -1)) : contentType === accepted;
}

/** A body can be read once, but a tool may read its file again, for example in a retry. */
function readersOf(
  body: AsyncIterable<Uint8Array>,
  size: number,
  openAgain: () => Promise<AsyncIterable<Uint8Array>>,
): Pick<UploadedFile, 'stream' | 'bytes' | 'text'> {
  let unread: AsyncIterable<Uint8Array> | undefined = body;
  const stream = async function* (): AsyncGenerator<Uint8Array, void, undefined> {
    const opened = unread ?? openAgain();
    unread = undefined;
    yield* await opened;
  };
  const bytes = async (): Promise<Uint8Array<ArrayBuffer>> => {
    const content = new Uint8Array(size);
    let end = 0;
    for await (const chunk of stream()) {
      content.set(chunk, end);
      end += chunk.length;
    }
    return content;
  };
  return { stream, bytes, text: async () => new TextDecoder().decode(await bytes()) };
}
