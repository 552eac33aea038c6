import { isObject } from '@toolwire/internal';
import { hint, matches, type Pattern, shown, type Verdict } from './verdict.ts';

/** What `expect` knows of how calls of tools end: for results of a client, outcomes of a caller and what a scripted model has read. */
export interface ToolMatchers<Result = unknown> {
  /** The tool answered; with this value, where one is given. */
  toSucceedWith(value?: unknown): Result;
  /** The tool failed, with a message that holds this text or matches. */
  toFailWith(message?: Pattern): Result;
  /** The input did not fit; what is wrong with each of these parameters holds the text or matches. */
  toBeInvalid(parameters?: Readonly<Record<string, Pattern>>): Result;
  /** The call was refused, for this reason. */
  toBeRefused(code?: string): Result;
  /** A model reads a text that holds this one or matches. */
  toTellModel(text: Pattern): Result;
}

/** What a matcher is called on: that of vitest and of Jest has `equals`. */
interface MatcherContext {
  readonly isNot?: boolean;
  equals(one: unknown, other: unknown): boolean;
}

type Matcher<Expected> = (this: MatcherContext, received: unknown, expected: Expected) => Verdict;

/** Matchers for `expect.extend`, of vitest or of Jest. */
export const toolMatchers: {
  readonly toSucceedWith: (this: MatcherContext, received: unknown, ...expected: readonly unknown[]) => Verdict;
  readonly toFailWith: Matcher<Pattern | undefined>;
  readonly toBeInvalid: Matcher<Readonly<Record<string, Pattern>> | undefined>;
  readonly toBeRefused: Matcher<string | undefined>;
  readonly toTellModel: Matcher<Pattern>;
} = {
  toSucceedWith(received, ...expected) {
    const result = resultOf(received);
    const [value] = expected;
    const isEqual = result.kind === 'value' && (expected.length === 0 || this.equals(result['value'], value));
    const wanted = expected.length === 0 ? 'a value' : `the value ${shown(value)}`;
    return {
      pass: isEqual,
      message: () => hint(this.isNot, wanted, ended(result)),
      actual: result['value'],
      expected: value,
    };
  },

  toFailWith(received, message) {
    const result = resultOf(received);
    const failure = isObject(result['failure']) ? result['failure'] : {};
    const pass = result.kind === 'failed' && matches(failure['message'], message);
    const wanted = message === undefined ? 'a failure' : `a failure whose message has ${shown(message)}`;
    return { pass, message: () => hint(this.isNot, wanted, ended(result)) };
  },

  toBeInvalid(received, parameters = {}) {
    const result = resultOf(received);
    const problems = isObject(result['parameterErrors']) ? result['parameterErrors'] : {};
    const names = Object.keys(parameters);
    const pass = result.kind === 'invalid' && names.every((name) => matches(problems[name], parameters[name]));
    const wanted = names.length === 0 ? 'an input that does not fit' : `problems ${shown(parameters)} of the input`;
    return { pass, message: () => hint(this.isNot, wanted, ended(result)) };
  },

  toBeRefused(received, code) {
    const result = resultOf(received);
    const pass = result.kind === 'refused' && (code === undefined || result['code'] === code);
    const wanted = code === undefined ? 'a refusal' : `a refusal for '${code}'`;
    return { pass, message: () => hint(this.isNot, wanted, ended(result)) };
  },

  toTellModel(received, text) {
    const told = isObject(received) ? received['text'] : undefined;
    if (typeof told !== 'string') {
      throw new TypeError('toTellModel() is for what a scripted model has read: it has a text.');
    }
    return {
      pass: matches(told, text),
      message: () => hint(this.isNot, `a text with ${shown(text)}`, `the model read ${shown(told)}`),
    };
  },
};

interface Ended {
  readonly kind: string;
  readonly [name: string]: unknown;
}

/** A result, or that of what a scripted model has read. */
function resultOf(received: unknown): Ended {
  const result =
    isObject(received) && 'text' in received ? (received['result'] ?? { kind: 'no call', ...received }) : received;
  if (isObject(result) && typeof result['kind'] === 'string') return { ...result, kind: result['kind'] };
  throw new TypeError(
    `${shown(received)} does not say how a call ended. Give the awaited result of a client, a caller or a scripted model.`,
  );
}

function ended({ kind, ...rest }: Ended): string {
  const { value, failure, message, parameterErrors, code, text } = rest;
  const told = value ?? failure ?? (kind === 'invalid' ? parameterErrors : undefined) ?? text ?? { code, message };
  return `the call ended as '${kind}' with ${shown(told)}`;
}
