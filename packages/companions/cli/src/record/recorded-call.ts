import type { CallResult } from '@toolwire/client';
import { isObject } from '@toolwire/internal';
import { failure } from '../cli-error.ts';

/** How a call ended, without what is another each time. */
export interface RecordedOutcome {
  readonly kind: CallResult['kind'];
  readonly value?: unknown;
  readonly message?: string;
  readonly code?: string;
  readonly canRetry?: boolean;
  readonly parameterErrors?: Readonly<Record<string, string>>;
}

/** A call as a line of a recording holds it. */
export interface RecordedCall {
  readonly v: 1;
  readonly toolId: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly outcome: RecordedOutcome;
  readonly durationMs: number;
}

/** What of a result two calls with the same input should have in common. */
export function outcomeOf(result: CallResult): RecordedOutcome {
  switch (result.kind) {
    case 'value':
      return { kind: 'value', value: result.value };
    case 'failed':
      return { kind: 'failed', message: result.failure.message, canRetry: result.failure.canRetry };
    case 'invalid':
      return { kind: 'invalid', message: result.message, parameterErrors: { ...result.parameterErrors } };
    case 'refused':
      return { kind: 'refused', code: result.code, message: result.message };
  }
}

/** Reads a recording; each line is a call. */
export function readRecording(text: string, file: string): readonly RecordedCall[] {
  return text
    .split('\n')
    .map((line, at) => ({ line: line.trim(), at }))
    .filter(({ line }) => line !== '')
    .map(({ line, at }) => {
      const call = parse(line);
      if (!isCall(call)) throw failure(`${file}: line ${at + 1} is no call that toolwire record has written.`);
      return call;
    });
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    // No JSON is no call.
    return undefined;
  }
}

function isCall(value: unknown): value is RecordedCall {
  if (!isObject(value)) return false;
  const { v, toolId, input, outcome, durationMs } = value;
  return (
    v === 1 && typeof toolId === 'string' && isObject(input) && isObject(outcome) && typeof durationMs === 'number'
  );
}
