import { isPromise } from '../maybe-promise.ts';
import { HeardPromise } from './heard-promise.ts';
import { isSameValue } from './same-value.ts';
import type { StandardProps } from './standard-schema.ts';

type Validate = NonNullable<StandardProps['validate']>;

/** One judging by zod 4: a try that cannot wait, and after it, where something has to wait, a run that can. */
interface Judging {
  isTrying: boolean;
  isOpen: boolean;
}

let judging: Judging | undefined;

/** Judges by a zod 4 schema whose code is watched. */
export function judgeByWatched(validate: Validate): Validate {
  return (value) => {
    const mine: Judging = { isTrying: true, isOpen: true };
    judging = mine;
    try {
      const result = validate(value);
      if (!isPromise(result)) {
        return result;
      }
      return result.finally(() => {
        mine.isOpen = false;
      });
    } finally {
      judging = undefined;
    }
  };
}

interface Payload {
  value: unknown;
  readonly issues: unknown[];
}
/** A function of a schema's author: a check is called with a payload, a transform with the value and the payload. */
export type Code = (first: unknown, second?: unknown) => unknown;

interface Begun {
  readonly by: Judging;
  readonly value: unknown;
  readonly payload: Payload;
  readonly issueCount: number;
  readonly promise: Promise<unknown>;
}

/** The same function, except that what it began in a try is handed to the run that follows. */
export function watch(code: Code): Code {
  let begun: Begun | undefined;
  return (first, second) => {
    const payload = (second ?? first) as Payload;
    const { value } = payload;
    const now = judging;
    if (begun !== undefined && now?.isTrying !== true) {
      const earlier = begun;
      begun = undefined;
      if (earlier.by.isOpen && isSameValue(earlier.value, value)) {
        return HeardPromise.resolve(handOver(earlier, payload));
      }
    }
    const issueCount = payload.issues.length;
    const begin = (by: Judging, promise: Promise<unknown>): void => {
      by.isTrying = false;
      begun = { by, value, payload, issueCount, promise };
    };
    // What the author parses in there is no part of this judging.
    judging = undefined;
    try {
      const result = code(first, second);
      if (!(result instanceof Promise)) {
        return result;
      }
      const promise = HeardPromise.resolve(result);
      if (now?.isTrying === true) {
        begin(now, promise);
      }
      return promise;
    } catch (thrown) {
      if (now === undefined) {
        throw thrown;
      }
      // A throw would make zod forget the promises of the fields before this one.
      const promise = HeardPromise.reject(thrown);
      if (now.isTrying) {
        begin(now, promise);
      }
      return promise;
    } finally {
      judging = now;
    }
  };
}

/** The promise of a try for the payload of the run that follows, with the issues that were found meanwhile. */
async function handOver({ payload: tried, issueCount, promise }: Begun, payload: Payload): Promise<unknown> {
  const result = await promise;
  payload.issues.push(...tried.issues.slice(issueCount));
  payload.value = tried.value;
  return result;
}
