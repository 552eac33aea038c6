import { type Signal, signal } from '@preact/signals';
import { createRedactorFor, firstCharacters, redactedFields } from '@toolwire/internal';
import { sensitiveValues } from '@toolwire/log';
import type { Run } from './calls/run.ts';
import { diffLines } from './diff.ts';
import { isDeep, type Json, parseJson, writeJson } from './json.ts';
import { secretsOfCall } from './secrets.ts';
import { readStored, writeStored } from './storage.ts';
import { toolKey } from './tools.ts';

/** A call that was made from this page. */
export interface PastCall {
  readonly id: string;
  /** In milliseconds since 1970. */
  readonly endedAt: number;
  readonly tool: string;
  readonly protocol: string;
  readonly kind: string;
  readonly tookMs: number;
  readonly input: Json;
  /** Whether secrets or large parts of the input were left out, so that the call cannot be repeated unchanged. */
  readonly isMasked: boolean;
  readonly result: string;
}

const storageName = 'history';
const maxCalls = 100;
const maxInputLength = 20_000;
const maxResultLength = 8_000;
/** The end of a result that is stored only in part, also if only its secrets were left out: they may differ too. */
const cutMark = '…';
const maxStoredLength = 1_000_000;

/** The calls that this browser stores. */
export class CallHistory {
  /** The newest first. */
  readonly calls: Signal<readonly PastCall[]>;
  readonly #openStorage: () => Storage;
  /** The newest calls, if the browser could not store them. */
  #unstored: readonly PastCall[] = [];

  constructor(openStorage: () => Storage) {
    this.#openStorage = openStorage;
    this.calls = signal(readCalls(openStorage));
  }

  add(run: Run): void {
    const call = describeRun(run);
    if (call === undefined) return;
    let calls = [call, ...this.calls.value].slice(0, maxCalls);
    while (calls.length > 1 && JSON.stringify(calls).length > maxStoredLength) {
      calls = calls.slice(0, Math.floor(calls.length / 2));
    }
    this.#store(calls, [call, ...this.#unstored]);
  }

  /** Reads the calls that another tab has stored. */
  reload(): void {
    this.calls.value = [...this.#unstored, ...readCalls(this.#openStorage)].slice(0, maxCalls);
  }

  clear(): void {
    this.#store([], []);
  }

  #store(calls: readonly PastCall[], added: readonly PastCall[]): void {
    this.calls.value = calls;
    const isStored = writeStored(this.#openStorage, storageName, JSON.stringify(calls));
    this.#unstored = isStored ? [] : added.slice(0, maxCalls);
  }
}

function readCalls(openStorage: () => Storage): readonly PastCall[] {
  const stored: unknown = parseJson(readStored(openStorage, storageName) ?? '[]');
  return Array.isArray(stored) ? stored.filter(isPastCall) : [];
}

function isPastCall(value: unknown): value is PastCall {
  const { id, endedAt, tool, protocol, kind, tookMs, input, isMasked, result } = (value ?? {}) as Partial<PastCall>;
  return (
    [id, tool, protocol, kind, result].every((text) => typeof text === 'string') &&
    [endedAt, tookMs].every((number) => typeof number === 'number') &&
    typeof isMasked === 'boolean' &&
    input !== undefined
  );
}

/** Describes a run without its secrets, which must not be written to disk. */
function describeRun({
  id,
  protocol,
  call,
  enteredSecrets,
  result: { value: result },
  tookMs,
}: Run): PastCall | undefined {
  if (result === undefined) return undefined;
  const { tool, input } = call;
  const { content: _content, ...stored } = result;
  const inputText = JSON.stringify(input);
  const resultText = writeJson(stored);
  // Masking is recursive, so the depth is limited.
  const isInputStored = inputText.length <= maxInputLength && !isDeep(inputText);
  const isResultStored = resultText !== undefined && !isDeep(resultText);
  const redactor = createRedactorFor(redactedFields(), [
    ...secretsOfCall(isInputStored ? call : { ...call, input: null }),
    ...enteredSecrets.value,
    ...(isResultStored ? sensitiveValues(tool.outputSchema, stored.value) : []),
  ]);
  const maskedInput = isInputStored ? (redactor.value(input) as Json) : null;
  const maskedResult = isResultStored ? redactor.value(stored) : undefined;
  const text = isResultStored ? JSON.stringify(maskedResult, null, 2) : 'The result is nested too deeply to store';
  // The redactor also omits values that are deep or too many.
  const isComplete = text.length <= maxResultLength && JSON.stringify(maskedResult) === resultText;
  return {
    id,
    endedAt: Date.now(),
    tool: toolKey(tool),
    protocol,
    kind: result.kind,
    tookMs: Math.round((tookMs.value ?? 0) * 10) / 10,
    input: maskedInput,
    isMasked: JSON.stringify(maskedInput) !== inputText,
    result: firstCharacters(text, maxResultLength) + (isComplete ? '' : cutMark),
  };
}

/** Compares two stored inputs or results. The view shows only their first lines, and long results are stored only in part. */
export function compareStored(before: string, after: string): 'same' | 'sameBeginning' | 'differs' | 'differsLater' {
  if (before === after) return before.endsWith(cutMark) ? 'sameBeginning' : 'same';
  return diffLines(before, after).every(({ mark }) => mark === ' ') ? 'differsLater' : 'differs';
}
