import type { Call, MaybePromise, Outcome, RefusedOutcome, Stage } from '@toolwire/core';
import { checkNames, checkNumber, isPromise, type NamesOf, type NumberRule } from '@toolwire/internal';
import { refuseBeforeRun } from './refusals.ts';

/** Options of `runningLimit()`. */
export interface RunningLimitOptions {
  /** The largest number of running calls; `Infinity` for no limit. */
  readonly calls: number;
  /** The largest estimated memory of their inputs in bytes; `Infinity` for no limit. */
  readonly inputBytes: number;
}

const optionNames: NamesOf<RunningLimitOptions> = { calls: true, inputBytes: true };

/** Up to this number of running calls, inputs are not measured: that would cost more than it saves. */
const maxUnmeasured = 16;

const numberLimit: NumberRule = { above: 0, infinity: 'no limit' };

/**
 * Refuses calls as `overloaded` while too many are running for the memory of the process; there is no queue. The defaults of a
 * server are in `default-limits.ts` of `@toolwire/server`.
 */
export function runningLimit(options: RunningLimitOptions): Stage<Call> {
  checkNames('runningLimit()', options, optionNames);
  const { calls, inputBytes } = options;
  checkNumber('calls', calls, numberLimit);
  checkNumber('inputBytes', inputBytes, { ...numberLimit, unit: 'bytes' });
  const isMeasured = inputBytes !== Number.POSITIVE_INFINITY;
  let running = 0;
  let totalBytes = 0;
  // Shared by nearly all calls.
  const endUnmeasured = (): void => {
    running -= 1;
  };
  const end = (bytes: number): void => {
    running -= 1;
    totalBytes -= bytes;
  };
  // A separate function, so that synchronous calls allocate no closure.
  const endLater = (outcome: Promise<Outcome>, bytes: number): void => {
    const ended = bytes === 0 ? endUnmeasured : (): void => end(bytes);
    outcome.then(ended, ended);
  };

  return (call, next) => {
    if (running >= calls) return overloaded();
    const bytes = !isMeasured || running < maxUnmeasured ? 0 : inputBytesOf(call, inputBytes - totalBytes);
    if (totalBytes + bytes > inputBytes) return overloaded();
    running += 1;
    totalBytes += bytes;
    let outcome: MaybePromise<Outcome>;
    try {
      outcome = next();
    } catch (thrown) {
      end(bytes);
      throw thrown;
    }
    if (isPromise(outcome)) {
      // Not chained, so that the caller does not wait one more microtask.
      endLater(outcome, bytes);
    } else {
      end(bytes);
    }
    return outcome;
  };
}

function inputBytesOf({ input, context }: Call, maxBytes: number): number {
  const measured = estimateBytes(input, maxBytes);
  return measured + estimateBytes([context.authorization, context.secrets], maxBytes - measured);
}

function overloaded(): RefusedOutcome {
  return refuseBeforeRun({ code: 'overloaded', reason: 'The server has reached its limit of running calls.' });
}

/** The memory of an empty object or array in V8, and of each member, on 64-bit machines. */
const containerBytes = 64;
const memberBytes = 16;

/** Estimates the memory of a JSON value; stops beyond a finite `maxBytes`, so that cyclic values end. */
export function estimateBytes(value: unknown, maxBytes: number): number {
  let bytes = 0;
  const remaining: unknown[] = [value];
  while (remaining.length > 0 && bytes <= maxBytes) {
    const item = remaining.pop();
    if (typeof item === 'string') bytes += item.length + memberBytes;
    else if (typeof item !== 'object' || item === null) bytes += memberBytes;
    else {
      bytes += containerBytes;
      for (const [name, member] of Object.entries(item)) {
        if (!Array.isArray(item)) bytes += name.length + memberBytes;
        remaining.push(member);
      }
    }
  }
  return bytes;
}
