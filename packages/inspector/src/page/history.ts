import { type Signal, signal } from '@preact/signals';
import { createRedactor, sensitiveValues } from '@toolwire/log';
import type { Run } from './calls/run.ts';
import { isDeep, isList, type Json, parseJson, writeJson } from './json.ts';
import { secretsOfCall } from './secrets.ts';
import { toolKey } from './tool.ts';

/** A call that was made from this page. */
export interface PastCall {
  readonly id: string;
  readonly at: number;
  readonly tool: string;
  readonly wire: string;
  readonly kind: string;
  readonly tookMs: number;
  readonly input: Json;
  /** Whether secrets of the input were masked, so that the call cannot be repeated unchanged. */
  readonly isMasked: boolean;
  readonly answer: string;
}

/** The calls that this browser stores. */
export interface History {
  readonly calls: Signal<readonly PastCall[]>;
  readonly add: (run: Run) => void;
  readonly clear: () => void;
}

const storageName = 'toolwire-inspector-history';
const maxCalls = 100;
const maxAnswerLength = 8_000;
const maxInputLength = 20_000;
const maxStoredLength = 1_000_000;

/** Reads the history from the browser's storage. */
export function createHistory(storage: Storage): History {
  const calls = signal<readonly PastCall[]>(read(storage));
  const store = (stored: readonly PastCall[]): void => {
    calls.value = stored;
    storage.setItem(storageName, JSON.stringify(stored));
  };
  return {
    calls,
    add(run) {
      const call = describe(run);
      if (call === undefined) return;
      let stored = [call, ...calls.value].slice(0, maxCalls);
      while (stored.length > 1 && JSON.stringify(stored).length > maxStoredLength) {
        stored = stored.slice(0, stored.length >> 1);
      }
      store(stored);
    },
    clear: () => store([]),
  };
}

function read(storage: Storage): readonly PastCall[] {
  const stored = parseJson(storage.getItem(storageName) ?? '[]');
  return isList(stored) ? (stored as unknown[]).filter(isPastCall) : [];
}

function isPastCall(value: unknown): value is PastCall {
  const { id, tool, answer } = (value ?? {}) as Partial<PastCall>;
  return typeof id === 'string' && typeof tool === 'string' && typeof answer === 'string';
}

/** Describes a run without its secrets, which must not be written to disk. */
function describe({ id, wire, call, answer, tookMs }: Run): PastCall | undefined {
  const { tool, input } = call;
  const result = answer.value;
  if (result === undefined) return undefined;
  const { content: _content, ...shown } = result;
  const text = JSON.stringify(input);
  // Masking is recursive, so the depth is limited.
  const isInputStored = text.length <= maxInputLength && !isDeep(text);
  const answerText = writeJson(shown);
  const isAnswerStored = answerText !== undefined && !isDeep(answerText);
  const redactor = createRedactor({
    secrets: [
      ...secretsOfCall(isInputStored ? call : { ...call, input: null }),
      ...(isAnswerStored ? sensitiveValues(tool.outputSchema, shown.value) : []),
    ],
  });
  const maskedInput = isInputStored ? (redactor.value(input) as Json) : null;
  const storedAnswer = isAnswerStored
    ? JSON.stringify(redactor.value(shown), null, 2)
    : 'The result is nested too deeply to store.';
  return {
    id,
    at: Date.now(),
    tool: toolKey(tool),
    wire,
    kind: result.kind,
    tookMs: Math.round((tookMs.value ?? 0) * 10) / 10,
    input: maskedInput,
    isMasked: JSON.stringify(maskedInput) !== text,
    answer: storedAnswer.length > maxAnswerLength ? `${storedAnswer.slice(0, maxAnswerLength)}…` : storedAnswer,
  };
}
