import type { ToolResult } from '@toolwire/models';
import * as fc from 'fast-check';

/** The parsed answer in the format of an API. */
interface ReadBack {
  readonly id: string | undefined;
  readonly text: string;
  readonly isError?: boolean;
  readonly value?: unknown;
}

/** A property of a call or its outcome, and its form for a model. */
export interface Law {
  readonly what: string;
  /** The table cells of the page, by API. */
  readonly told: string | Readonly<Record<string, string>>;
  /** Outcomes with this property, each with a check. */
  readonly outcomes: fc.Arbitrary<{ readonly result: ToolResult; readonly isKept: (read: ReadBack) => boolean }>;
}

const words = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' });
const failure = fc.record({ message: words, canRetry: fc.boolean() });
const developerMessage = 'Only for developers: 7f3a';

/** The laws of the way to a model, in the order of the page. */
export const laws: readonly Law[] = [
  {
    what: 'text',
    told: 'unchanged',
    outcomes: words.map((value) => ({ result: { kind: 'value', value }, isKept: ({ text }) => text === value })),
  },
  {
    what: 'text of [`withContent`](tools.md#add-text-or-images-to-a-value)',
    told: { default: 'unchanged', Gemini: 'the value', LangChain: 'unchanged, and the value as `artifact`' },
    outcomes: words.map((blockText) => ({
      result: { kind: 'value', value: { total: 7 }, content: [{ type: 'text', text: blockText }] },
      isKept: ({ text, ...read }) =>
        'value' in read
          ? [blockText, '{"total":7}'].includes(text) && JSON.stringify(read.value) === '{"total":7}'
          : text === blockText,
    })),
  },
  {
    what: 'other value',
    told: { default: 'as JSON', Gemini: 'unchanged', LangChain: 'as JSON, and as `artifact`' },
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
    what: 'no result, or null',
    told: 'as a sentence',
    outcomes: fc.constantFrom(null, undefined).map((value) => ({
      result: { kind: 'value', value },
      isKept: ({ text }) => text === 'Done. The tool returned nothing.',
    })),
  },
  {
    what: 'failure flag',
    told: {
      default: 'in the text',
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
    what: 'failure message',
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
    what: 'retryable or not',
    told: 'in the text',
    outcomes: failure.map((one) => ({
      result: { kind: 'failed', failure: one },
      isKept: ({ text }) =>
        text.endsWith(one.canRetry ? 'The same call may succeed later.' : 'with the same arguments.'),
    })),
  },
  {
    what: 'parameter errors, by model-facing name',
    told: 'in the text',
    outcomes: fc.tuple(words, words).map(([message, problem]) => ({
      result: { kind: 'invalid', message, parameterErrors: { $top: problem } },
      isKept: ({ text }) => text.includes(`\ntop: ${problem}`),
    })),
  },
  {
    what: 'artifact: URL, type, size, name, description',
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
    what: 'task ID',
    told: 'in the text',
    outcomes: fc.uuid().map((id) => ({
      result: { kind: 'deferred', task: { id } },
      isKept: ({ text }) => text.includes(id),
    })),
  },
  {
    what: 'sign-in URL, whether the tool may have run',
    told: 'in the text',
    outcomes: fc.tuple(words, fc.webUrl()).map(([message, url]) => ({
      result: {
        kind: 'refused',
        code: 'any',
        message,
        ran: 'unknown',
        missing: { authorization: [{ id: 'mail', url }] },
      },
      isKept: ({ text }) => text.includes(url) && text.includes('The tool may have run anyway.'),
    })),
  },
  {
    what: 'developer message',
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
    what: 'text above `maxCharacters`',
    told: 'truncated, with a note',
    outcomes: fc.integer({ min: 1, max: 1_000 }).map((more) => ({
      result: { kind: 'value', value: 'x'.repeat(maxCharacters + more) },
      isKept: ({ text }) => text.includes(`first ${maxCharacters} of ${maxCharacters + more} characters`),
    })),
  },
];

/** The limit of the test. */
export const maxCharacters = 2_000;

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
