import type { ToolResult } from '@toolwire/models';
import * as fc from 'fast-check';

/** What is read of an answer in the form of an interface. */
interface ReadBack {
  readonly id: string | undefined;
  readonly text: string;
  readonly isError?: boolean;
  readonly value?: unknown;
}

/** Something of a call or of its outcome, and what becomes of it on the way to a model. */
export interface Law {
  readonly what: string;
  /** What the table of the page says of it, by interface. */
  readonly told: string | Readonly<Record<string, string>>;
  /** Outcomes that have it, each with the check that it is there. */
  readonly outcomes: fc.Arbitrary<{ readonly result: ToolResult; readonly isKept: (read: ReadBack) => boolean }>;
}

const words = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' });
const failure = fc.record({ message: words, canRetry: fc.boolean() });
const developerMessage = 'Only for developers: 7f3a';

/** The laws of the way to a model, in the order of the page. */
export const laws: readonly Law[] = [
  {
    what: 'a text',
    told: 'as it is',
    outcomes: words.map((value) => ({ result: { kind: 'value', value }, isKept: ({ text }) => text === value })),
  },
  {
    what: 'any other value',
    told: { default: 'as JSON', Gemini: 'as it is', LangChain: 'as JSON, and as `artifact`' },
    outcomes: fc
      .jsonValue()
      .filter((value) => typeof value !== 'string' && value !== null)
      .map((value) => ({
        result: { kind: 'value', value },
        isKept: ({ text, ...read }) =>
          text === JSON.stringify(value) && (!('value' in read) || JSON.stringify(read.value) === text),
      })),
  },
  {
    what: 'nothing, or null',
    told: 'as a word',
    outcomes: fc.constantFrom(null, undefined).map((value) => ({
      result: { kind: 'value', value },
      isKept: ({ text }) => text === 'Done. There is nothing to return.',
    })),
  },
  {
    what: 'whether it failed',
    told: {
      default: 'in words',
      Anthropic: '`is_error`',
      Gemini: '`error` or `output`',
      'AI SDK': '`error-text`',
      LangChain: '`status`',
    },
    outcomes: fc.oneof(
      words.map((value) => ({ result: { kind: 'value', value } as const, isKept: isMarked(false) })),
      failure.map((one) => ({ result: { kind: 'failed', failure: one } as const, isKept: isMarked(true) })),
    ),
  },
  {
    what: 'message of a failure',
    told: 'in the text',
    outcomes: failure.map((one) => ({
      result: { kind: 'failed', failure: one },
      isKept: ({ text }) => text.startsWith(one.message),
    })),
  },
  {
    what: 'hint to the model',
    told: 'in the text',
    outcomes: fc.tuple(failure, words).map(([one, additionalPromptContent]) => ({
      result: { kind: 'failed', failure: { ...one, canRetry: true, additionalPromptContent } },
      isKept: ({ text }) => text.includes(additionalPromptContent),
    })),
  },
  {
    what: 'whether it may be tried again',
    told: 'in the text',
    outcomes: failure.map((one) => ({
      result: { kind: 'failed', failure: one },
      isKept: ({ text }) => text.endsWith(one.canRetry ? 'The same may work later.' : 'with the same arguments.'),
    })),
  },
  {
    what: 'what is wrong with a parameter, by the name that the model knows',
    told: 'in the text',
    outcomes: fc.tuple(words, words).map(([message, problem]) => ({
      result: { kind: 'invalid', message, parameterErrors: { $top: problem } },
      isKept: ({ text }) => text.includes(`\ntop: ${problem}`),
    })),
  },
  {
    what: 'file: address, type, size, name, description',
    told: 'in the text',
    outcomes: fc
      .record({
        url: fc.webUrl(),
        contentType: fc.constant('text/csv'),
        size: fc.nat(),
        name: words,
        description: words,
      })
      .map((artifact) => ({
        result: { kind: 'artifact', artifact },
        isKept: ({ text }) => Object.values(artifact).every((one) => text.includes(String(one))),
      })),
  },
  {
    what: 'id of a task',
    told: 'in the text',
    outcomes: fc.uuid().map((id) => ({
      result: { kind: 'deferred', task: { id } },
      isKept: ({ text }) => text.includes(id),
    })),
  },
  {
    what: 'where the user can sign in, whether the tool may have run',
    told: 'in the text',
    outcomes: fc.tuple(words, fc.webUrl()).map(([message, url]) => ({
      result: {
        kind: 'refused',
        code: 'any',
        message,
        ran: 'unknown',
        missing: { authorization: [{ id: 'mail', url }] },
      },
      isKept: ({ text }) => text.includes(url) && text.includes('It is not known whether the tool ran'),
    })),
  },
  {
    what: 'message to developers',
    told: 'never',
    outcomes: failure.map((one) => {
      const detailed = { ...one, developerMessage };
      return {
        result: { kind: 'failed', failure: detailed },
        isKept: ({ text }) => !text.includes(developerMessage),
      };
    }),
  },
  {
    what: 'what is above `maxCharacters`',
    told: 'cut, and the text says so',
    outcomes: fc.integer({ min: 1, max: 1_000 }).map((more) => ({
      result: { kind: 'value', value: 'x'.repeat(mostCharacters + more) },
      isKept: ({ text }) => text.includes(`the first ${mostCharacters} of ${mostCharacters + more} characters`),
    })),
  },
];

/** The limit of the test. */
export const mostCharacters = 2_000;

function isMarked(expected: boolean): (read: ReadBack) => boolean {
  return ({ isError }) => isError === undefined || isError === expected;
}

/** The columns of the page's table. */
export const columns = ['OpenAI', 'Anthropic', 'Gemini', 'AI SDK', 'LangChain'] as const;

/** A row of the page's table. */
export function rowOf({ what, told }: Law): string {
  const cells = columns.map((name) => (typeof told === 'string' ? told : (told[name] ?? told['default'] ?? '')));
  return `| ${[what, ...cells].join(' | ')} |`;
}
