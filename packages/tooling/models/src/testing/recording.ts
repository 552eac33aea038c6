import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isObject, withoutUndefined } from '@toolwire/internal';
import type { ModelTool } from '../adapt/model-tool.ts';
import type { ToolResult } from '../calls/tool-result.ts';

/** A call with its result. */
export interface RecordedCall {
  readonly toolId: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: ToolResult;
}

/** The content of the file of a recording. */
export interface Recording {
  readonly tools: readonly ModelTool[];
  readonly calls: readonly RecordedCall[];
}

/** Reads the file of a recording. */
export async function readRecording(path: string): Promise<Recording> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw new Error(`The recording ${path} could not be read.`, { cause });
    }
    throw new Error(
      `No recording found at ${path}. Record it once with openCassette(source, { file, mode: 'record' }) and save().`,
      { cause },
    );
  }
  const message = `${path} is not a recording of openCassette().`;
  const recording = parseJson(text, message);
  if (isRecording(recording)) return recording;
  throw new Error(message);
}

function isRecording(value: unknown): value is Recording {
  return isObject(value) && Array.isArray(value['tools']) && Array.isArray(value['calls']);
}

function parseJson(text: string, message: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // For example a file with a merge conflict.
    throw new Error(message, { cause });
  }
}

/** Writes the file of a recording. */
export async function writeRecording(path: string, { tools, calls }: Recording): Promise<void> {
  // Sorted, so that the order does not depend on which concurrent call ended first.
  const sortedCalls = calls.toSorted((call, other) =>
    compare(keyOf(call.toolId, call.input), keyOf(other.toolId, other.input)),
  );
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify({ tools, calls: sortedCalls } satisfies Recording, null, 2)}\n`);
}

/** Returns the key of a call, which is the same for inputs whose properties have another order. */
export function keyOf(toolId: string, input: unknown): string {
  return `${toolId} ${JSON.stringify(input, (_name, value: unknown) => (isObject(value) ? withSortedKeys(value) : value))}`;
}

function withSortedKeys(value: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(value).toSorted(([name], [other]) => compare(name, other)));
}

function compare(text: string, other: string): number {
  return text < other ? -1 : text > other ? 1 : 0;
}

/** Returns only the fields of a model tool. */
export function recordedTool(tool: ModelTool): ModelTool {
  const { id, version, name, title, description, inputSchema, inputDocument, outputSchema, annotations } = tool;
  return withoutUndefined({
    id,
    version,
    name,
    title,
    description,
    inputSchema,
    inputDocument,
    outputSchema,
    annotations,
  });
}

/** Returns only the fields that models read, because a duration would differ in each recording. */
export function recordedResult(result: ToolResult): ToolResult {
  switch (result.kind) {
    case 'value':
      return { kind: result.kind, value: result.value, ...withoutUndefined({ content: result.content }) };
    case 'failed':
      return { kind: result.kind, failure: result.failure };
    case 'invalid': {
      const { kind, message, parameterErrors } = result;
      return { kind, message, parameterErrors };
    }
    case 'refused': {
      const { kind, code, message, ran, canRetry, retryAfterMs, missing } = result;
      return withoutUndefined({ kind, code, message, ran, canRetry, retryAfterMs, missing });
    }
    case 'artifact':
      return { kind: result.kind, artifact: result.artifact };
    case 'deferred':
      return { kind: result.kind, task: result.task };
    case 'input_required':
      return { kind: result.kind };
  }
}
