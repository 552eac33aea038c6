import { type Signal, signal } from '@preact/signals';
import { createRedactor, sensitiveValues } from '@toolwire/log';
import type { Run } from './calls/run.ts';
import { isDeep, isList, type Json, type JsonFields, parseJson, writeJson } from './json.ts';
import { formSchemaOf, toolKey } from './tool.ts';

/** One call that was made from this page. */
export interface PastCall {
  readonly id: string;
  readonly at: number;
  readonly tool: string;
  readonly wire: string;
  readonly kind: string;
  readonly tookMs: number;
  readonly input: Json;
  /** Whether secrets of the input were left out, so that the call cannot be made again as it was. */
  readonly isMasked: boolean;
  readonly answer: string;
}

/** The calls that this browser remembers. */
export interface History {
  readonly calls: Signal<readonly PastCall[]>;
  readonly add: (run: Run) => void;
  readonly clear: () => void;
}

const storageName = 'toolwire-inspector-history';
const mostCalls = 100;
const longestAnswer = 8_000;
const longestInput = 20_000;
const longestStored = 1_000_000;

/** Reads the history from where browsers keep it; a browser that keeps nothing has none from before. */
export function createHistory(storage: Storage): History {
  const calls = signal<readonly PastCall[]>(read(storage));
  const keep = (kept: readonly PastCall[]): void => {
    calls.value = kept;
    storage.setItem(storageName, JSON.stringify(kept));
  };
  return {
    calls,
    add(run) {
      const call = describe(run);
      if (call === undefined) return;
      let kept = [call, ...calls.value].slice(0, mostCalls);
      while (kept.length > 1 && JSON.stringify(kept).length > longestStored) kept = kept.slice(0, kept.length >> 1);
      keep(kept);
    },
    clear: () => keep([]),
  };
}

function read(storage: Storage): readonly PastCall[] {
  const kept = parseJson(storage.getItem(storageName) ?? '[]');
  return isList(kept) ? (kept as unknown[]).filter(isPastCall) : [];
}

function isPastCall(value: unknown): value is PastCall {
  const { id, tool, answer } = (value ?? {}) as Partial<PastCall>;
  return typeof id === 'string' && typeof tool === 'string' && typeof answer === 'string';
}

// Secrets are never written to the disk of whoever looks.
function describe({ id, wire, call, answer, tookMs }: Run): PastCall | undefined {
  const { tool, input } = call;
  const ended = answer.value;
  if (ended === undefined) return undefined;
  const { content: _content, ...told } = ended;
  const text = JSON.stringify(input);
  // What is looked through level by level cannot have any number of them.
  const isInputKept = text.length <= longestInput && !isDeep(text);
  const toldText = writeJson(told);
  const isAnswerKept = toldText !== undefined && !isDeep(toldText);
  const redactor = createRedactor({
    secrets: [
      ...(isInputKept ? sensitiveValues(formSchemaOf(tool), input) : []),
      ...(isAnswerKept ? sensitiveValues(tool.outputSchema, told.value) : []),
      ...secretsOf(call.context),
    ],
  });
  const masked = isInputKept ? (redactor.value(input) as Json) : null;
  const answered = isAnswerKept ? JSON.stringify(redactor.value(told), null, 2) : 'It is nested too deeply to be kept.';
  return {
    id,
    at: Date.now(),
    tool: toolKey(tool),
    wire,
    kind: ended.kind,
    tookMs: Math.round((tookMs.value ?? 0) * 10) / 10,
    input: masked,
    isMasked: JSON.stringify(masked) !== text,
    answer: answered.length > longestAnswer ? `${answered.slice(0, longestAnswer)}…` : answered,
  };
}

function secretsOf({ authorization, secrets }: JsonFields): readonly string[] {
  return [...(isList(authorization) ? authorization : []), ...(isList(secrets) ? secrets : [])].flatMap((one) =>
    Object.entries((one ?? {}) as JsonFields).flatMap(([name, value]) =>
      name !== 'id' && typeof value === 'string' ? [value] : [],
    ),
  );
}
