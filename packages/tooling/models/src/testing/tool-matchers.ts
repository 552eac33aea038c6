import { isObject } from '@toolwire/internal';

/** Matchers for the results of a client, the outcomes of a caller, and the answers of a scripted model. */
export interface ToolMatchers<Result = unknown> {
  /** The tool returned a value, or exactly this value. */
  toSucceedWith(value?: unknown): Result;
  /** The tool failed, with a message that contains or matches the pattern. */
  toFailWith(message?: Pattern): Result;
  /** The input was invalid; the message of each parameter contains or matches its pattern. */
  toBeInvalid(parameters?: Readonly<Record<string, Pattern>>): Result;
  /** The call was refused, with this code. */
  toBeRefused(code?: string): Result;
  /** The model reads a text that contains or matches the pattern. */
  toShowModel(text: Pattern): Result;
}

/** The `this` of a matcher in Vitest and Jest. */
interface MatcherContext {
  readonly isNot?: boolean;
  equals(value: unknown, other: unknown): boolean;
}

type Matcher<Expected> = (this: MatcherContext, received: unknown, expected: Expected) => MatcherResult;

/** Matchers for `expect.extend` of Vitest or Jest. */
export const toolMatchers: {
  readonly toSucceedWith: (this: MatcherContext, received: unknown, ...expected: readonly unknown[]) => MatcherResult;
  readonly toFailWith: Matcher<Pattern | undefined>;
  readonly toBeInvalid: Matcher<Readonly<Record<string, Pattern>> | undefined>;
  readonly toBeRefused: Matcher<string | undefined>;
  readonly toShowModel: Matcher<Pattern>;
} = {
  toSucceedWith(received, ...expected) {
    const result = resultOf(received);
    const [value] = expected;
    const isEqual = result.kind === 'value' && (expected.length === 0 || this.equals(result['value'], value));
    const expectation = expected.length === 0 ? 'a value' : `the value ${format(value)}`;
    return {
      pass: isEqual,
      message: () => matcherMessage(this.isNot, expectation, describeOutcome(result)),
      actual: result['value'],
      expected: value,
    };
  },

  toFailWith(received, message) {
    const result = resultOf(received);
    const failure = isObject(result['failure']) ? result['failure'] : {};
    const pass = result.kind === 'failed' && matches(failure['message'], message);
    const expectation = message === undefined ? 'a failure' : `a failure with the message ${format(message)}`;
    return { pass, message: () => matcherMessage(this.isNot, expectation, describeOutcome(result)) };
  },

  toBeInvalid(received, parameters = {}) {
    const result = resultOf(received);
    const problems = isObject(result['parameterErrors']) ? result['parameterErrors'] : {};
    const names = Object.keys(parameters);
    const pass = result.kind === 'invalid' && names.every((name) => matches(problems[name], parameters[name]));
    const expectation =
      names.length === 0 ? 'an invalid input' : `an invalid input with the messages ${format(parameters)}`;
    return { pass, message: () => matcherMessage(this.isNot, expectation, describeOutcome(result)) };
  },

  toBeRefused(received, code) {
    const result = resultOf(received);
    const pass = result.kind === 'refused' && (code === undefined || result['code'] === code);
    const expectation = code === undefined ? 'a refusal' : `a refusal with the code '${code}'`;
    return { pass, message: () => matcherMessage(this.isNot, expectation, describeOutcome(result)) };
  },

  toShowModel(received, text) {
    const modelText = isObject(received) ? received['text'] : undefined;
    if (typeof modelText !== 'string') {
      throw new TypeError('toShowModel() needs an answer of a scripted model, which has a text.');
    }
    return {
      pass: matches(modelText, text),
      message: () => matcherMessage(this.isNot, `a text with ${format(text)}`, `the model read ${format(modelText)}`),
    };
  },
};

interface CallOutcome {
  readonly kind: string;
  readonly [name: string]: unknown;
}

/** Returns a result, or the result of a scripted model's answer. */
function resultOf(received: unknown): CallOutcome {
  const result =
    isObject(received) && 'text' in received ? (received['result'] ?? { kind: 'no call', ...received }) : received;
  if (isObject(result) && typeof result['kind'] === 'string') return { ...result, kind: result['kind'] };
  throw new TypeError(
    `${format(received)} is not the result of a call. Pass the awaited result of a client, a caller or a scripted model.`,
  );
}

function describeOutcome({ kind, ...rest }: CallOutcome): string {
  const { value, failure, message, parameterErrors, code, text } = rest;
  const details =
    kind === 'value'
      ? value
      : (failure ?? (kind === 'invalid' ? parameterErrors : undefined) ?? text ?? { code, message });
  return `the call ended as '${kind}' with ${format(details)}`;
}

/** A text to contain, or a regular expression to match. */
export type Pattern = string | RegExp;

/** The result of a matcher. */
interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
  readonly actual?: unknown;
  readonly expected?: unknown;
}

/** Whether a text contains or matches the pattern; without a pattern any text does. */
function matches(text: unknown, pattern: Pattern | undefined): boolean {
  if (typeof text !== 'string') return false;
  // A copy, because a global or sticky expression continues from its last match.
  return (
    pattern === undefined || (typeof pattern === 'string' ? text.includes(pattern) : new RegExp(pattern).test(text))
  );
}

function matcherMessage(isNot: boolean | undefined, expectation: string, received: string): string {
  return isNot === true ? `Expected not ${expectation}, but ${received}.` : `Expected ${expectation}, but ${received}.`;
}

function format(value: unknown): string {
  if (value instanceof RegExp) return String(value);
  const readable = (_name: string, member: unknown): unknown => {
    if (typeof member === 'bigint') return `${member}n`;
    return member instanceof RegExp ? String(member) : member;
  };
  try {
    return JSON.stringify(value, readable) ?? String(value);
  } catch {
    // A circular value.
    return String(value);
  }
}
