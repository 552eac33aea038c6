import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkChoice, checkNames, isObject, type NamesOf, withoutUndefined } from '@toolwire/internal';
import type { ModelTool } from '../adapt/model-tool.ts';
import type { CallTool, ToolResult } from '../calls/tool-result.ts';
import type { ModelToolSource } from '../source/model-tool-source.ts';

/** Recorded tool calls that can be replayed. */
export interface Cassette {
  /** The tools as they were recorded. */
  readonly tools: readonly ModelTool[];
  /** Calls the tools in record mode, otherwise returns the recorded results. */
  readonly call: CallTool;
  /** Writes the file in record mode, otherwise does nothing. */
  save(): Promise<void>;
}

/** Options of `openCassette`. */
export interface CassetteOptions {
  /** The file of the recording. */
  readonly file: string | URL;
  /** `replay` returns the results in the file; `record` calls the tools and replaces the file. Default: `replay`. */
  readonly mode?: 'replay' | 'record' | undefined;
}

interface RecordedCall {
  readonly toolId: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: ToolResult;
}

interface Recording {
  readonly tools: readonly ModelTool[];
  readonly calls: readonly RecordedCall[];
}

const optionNames: NamesOf<CassetteOptions> = { file: true, mode: true };

/** Opens a file of recorded calls, so that tests run without the source of the tools. Results are stored unchanged, secrets included. */
export async function openCassette(source: ModelToolSource, options: CassetteOptions): Promise<Cassette> {
  checkNames('openCassette()', options, optionNames);
  const { file, mode = 'replay' } = options;
  checkChoice('mode', mode, ['replay', 'record']);
  const path = file instanceof URL ? fileURLToPath(file) : file;
  return mode === 'record' ? record(path, source) : replay(path, await read(path));
}

async function record(path: string, source: ModelToolSource): Promise<Cassette> {
  const { findTools } = await import('../source/find-tools.ts');
  const sourceTools = await findTools('openCassette()', source);
  const tools = sourceTools.tools.map(modelToolOf);
  const calls: RecordedCall[] = [];
  return {
    tools,
    async call(toolId, input, options) {
      // Copies, because the test or the tool may change its own objects later.
      const recordedInput = structuredClone(input);
      const result = await sourceTools.call(toolId, input, options);
      calls.push({ toolId, input: recordedInput, result: structuredClone(recordedResult(result)) });
      return result;
    },
    async save() {
      // Sorted, so that the order does not depend on which concurrent call ended first.
      const sortedCalls = calls.toSorted((call, other) =>
        compare(keyOf(call.toolId, call.input), keyOf(other.toolId, other.input)),
      );
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, `${JSON.stringify({ tools, calls: sortedCalls } satisfies Recording, null, 2)}\n`);
    },
  };
}

async function read(path: string): Promise<Recording> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw new Error(
      `No recording found at ${path}. Record it once with openCassette(source, { file, mode: 'record' }) and save().`,
      {
        cause,
      },
    );
  }
  const recording: unknown = JSON.parse(text);
  if (isRecording(recording)) return recording;
  throw new Error(`${path} is not a recording of openCassette().`);
}

function isRecording(value: unknown): value is Recording {
  return isObject(value) && Array.isArray(value['tools']) && Array.isArray(value['calls']);
}

function replay(path: string, { tools, calls }: Recording): Cassette {
  const remaining = new Map<string, { readonly results: readonly ToolResult[]; next: number }>();
  for (const { toolId, input, result } of calls) {
    const key = keyOf(toolId, input);
    remaining.set(key, { results: [...(remaining.get(key)?.results ?? []), result], next: 0 });
  }
  return {
    tools,
    call: async (toolId, input) => {
      const recording = remaining.get(keyOf(toolId, input));
      const result = recording?.results[recording.next];
      if (recording === undefined || result === undefined) {
        throw new UnrecordedCall(path, toolId, input, recording?.results.length);
      }
      recording.next += 1;
      return result;
    },
    save: async () => undefined,
  };
}

/** A call that is not in the recording, because the test or the tool has changed. */
export class UnrecordedCall extends Error {
  constructor(path: string, toolId: string, input: unknown, recordedCount = 0) {
    const call = `${toolId} ${JSON.stringify(input)}`;
    const problem = recordedCount === 0 ? 'is not in' : `was made more often than the ${recordedCount} times in`;
    super(`The call ${call} ${problem} the recording ${path}. Record it again with mode: 'record'.`);
  }
}

/** The key is the same for inputs whose properties have another order. */
function keyOf(toolId: string, input: unknown): string {
  return `${toolId} ${JSON.stringify(input, (_name, value: unknown) => (isObject(value) ? withSortedKeys(value) : value))}`;
}

function withSortedKeys(value: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(value).toSorted(([name], [other]) => compare(name, other)));
}

function compare(text: string, other: string): number {
  return text < other ? -1 : text > other ? 1 : 0;
}

/** Returns only the fields of a model tool. */
function modelToolOf(tool: ModelTool): ModelTool {
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
function recordedResult(result: ToolResult): ToolResult {
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
