import { fileURLToPath } from 'node:url';
import { checkChoice, checkNames, type NamesOf } from '@toolwire/internal';
import type { ModelTool } from '../adapt/model-tool.ts';
import type { CallTool } from '../calls/tool-caller.ts';
import type { ToolResult } from '../calls/tool-result.ts';
import type { ModelToolSource } from '../source/model-tool-source.ts';
import {
  keyOf,
  type RecordedCall,
  type Recording,
  readRecording,
  recordedResult,
  recordedTool,
  writeRecording,
} from './recording.ts';

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

const optionNames: NamesOf<CassetteOptions> = { file: true, mode: true };

/** Opens a file of recorded calls, so that tests run without the source of the tools. Results are stored unchanged, secrets included. */
export async function openCassette(source: ModelToolSource, options: CassetteOptions): Promise<Cassette> {
  checkNames('openCassette()', options, optionNames);
  const { file, mode = 'replay' } = options;
  checkChoice('mode', mode, ['replay', 'record']);
  const path = file instanceof URL ? fileURLToPath(file) : file;
  return mode === 'record' ? record(path, source) : replay(path, await readRecording(path));
}

async function record(path: string, source: ModelToolSource): Promise<Cassette> {
  const { findTools } = await import('../source/find-tools.ts');
  const sourceTools = await findTools('openCassette()', source);
  const tools = sourceTools.tools.map(recordedTool);
  const calls: RecordedCall[] = [];
  return {
    tools,
    async call(toolId, input, details) {
      // Copies, because the test or the tool may change its own objects later.
      const recordedInput = structuredClone(input);
      const result = await sourceTools.call(toolId, input, details);
      calls.push({ toolId, input: recordedInput, result: structuredClone(recordedResult(result)) });
      return result;
    },
    save: async () => writeRecording(path, { tools, calls }),
  };
}

function replay(path: string, { tools, calls }: Recording): Cassette {
  const recordings = new Map<string, { readonly results: ToolResult[]; replayed: number }>();
  for (const { toolId, input, result } of calls) {
    const key = keyOf(toolId, input);
    const recording = recordings.get(key) ?? { results: [], replayed: 0 };
    recording.results.push(result);
    recordings.set(key, recording);
  }
  return {
    tools,
    call: async (toolId, input) => {
      const recording = recordings.get(keyOf(toolId, input));
      const result = recording?.results[recording.replayed];
      if (recording === undefined || result === undefined) {
        throw new UnrecordedCall(path, toolId, input, recording?.results.length);
      }
      recording.replayed += 1;
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
