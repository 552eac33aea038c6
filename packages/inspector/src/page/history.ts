import { type Signal, signal } from '@preact/signals';
import { firstCharacters } from '@toolwire/internal';
import { createRedactor, sensitiveValues } from '@toolwire/log';
import type { Run } from './calls/run.ts';
import { diffLines } from './diff.ts';
import { isDeep, isList, type Json, parseJson, writeJson } from './json.ts';
import { secretsOfCall } from './secrets.ts';
import { readStored, writeStored } from './storage.ts';
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
  /** Reads the calls that another tab has stored. */
  readonly reload: () => void;
  readonly clear: () => void;
}

const storageName = 'history';
const maxCalls = 100;
const maxAnswerLength = 8_000;
/** Ends an answer that is stored only in part. */
const cutMark = '…';
const maxInputLength = 20_000;
const maxStoredLength = 1_000_000;

/** Reads the history from the browser's storage. */
export function createHistory(openStorage: () => Storage): History {
  const calls = signal<readonly PastCall[]>(read(openStorage));
  const store = (stored: readonly PastCall[]): void => {
    calls.value = stored;
    writeStored(openStorage, storageName, JSON.stringify(stored));
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
    reload: () => {
      calls.value = read(openStorage);
    },
    clear: () => store([]),
  };
}

function read(openStorage: () => Storage): readonly PastCall[] {
  const stored = parseJson(readStored(openStorage, storageName) ?? '[]');
  return isList(stored) ? (stored as unknown[]).filter(isPastCall) : [];
}

function isPastCall(value: unknown): value is PastCall {
  const { id, at, tool, wire, kind, tookMs, input, answer } = (value ?? {}) as Partial<PastCall>;
  return (
    [id, tool, wire, kind, answer].every((text) => typeof text === 'string') &&
    [at, tookMs].every((number) => typeof number === 'number') &&
    input !== undefined
  );
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
    answer:
      storedAnswer.length > maxAnswerLength ? firstCharacters(storedAnswer, maxAnswerLength) + cutMark : storedAnswer,
  };
}

/** Compares two stored answers, of which the view shows the first lines, and the store may have only the beginning. */
export function compareAnswers(one: string, other: string): 'same' | 'sameBeginning' | 'differs' | 'differsLater' {
  if (one === other) return one.endsWith(cutMark) ? 'sameBeginning' : 'same';
  return diffLines(one, other).every(({ mark }) => mark === ' ') ? 'differsLater' : 'differs';
}
