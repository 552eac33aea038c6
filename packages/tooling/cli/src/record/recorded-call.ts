import type { CallResult } from '@toolwire/client';
import { isObject, parseJson } from '@toolwire/internal';
import { failure } from '../cli-error.ts';

/** The outcome of a call, without values that differ each time. */
export interface RecordedOutcome {
  readonly kind: CallResult['kind'];
  readonly value?: unknown;
  readonly message?: string;
  readonly code?: string;
  readonly canRetry?: boolean;
  readonly parameterErrors?: Readonly<Record<string, string>>;
}

export interface RecordedCall {
  readonly v: 1;
  readonly toolId: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly outcome: RecordedOutcome;
  readonly durationMs: number;
}

/** Returns the part of a result that should be the same for the same input. */
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
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== '')
    .map(({ line, number }) => {
      const call = parseJson(line);
      if (!isCall(call)) throw failure(`${file}: line ${number} is not a call recorded with toolwire record.`);
      return call;
    });
}

function isCall(value: unknown): value is RecordedCall {
  if (!isObject(value)) return false;
  const { v, toolId, input, outcome, durationMs } = value;
  return (
    v === 1 && typeof toolId === 'string' && isObject(input) && isObject(outcome) && typeof durationMs === 'number'
  );
}
