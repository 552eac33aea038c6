import type { CallResult } from './call-result.ts';
import { developerMessage, signInUrl } from './tools.ts';

/** A call, and its result over every protocol. */
export interface WireCase {
  /** The outcome, as the table names it. */
  readonly title: string;
  readonly toolId: string;
  readonly input?: unknown;
  readonly result: CallResult;
  /** Protocols with more or less detail. */
  readonly except?: Readonly<Record<string, CallResult>>;
}

const failed = { kind: 'failed', canRetry: false } as const;
const question = 'What is your name?';
const asked = { ...failed, message: `The tool needs more than its parameters: ${question}` } as const;
const later = { kind: 'failed', canRetry: true, retryAfterMs: 250 } as const;
const laterOverMcp = {
  ...later,
  message: 'The tool is still running',
  prompt: 'Call it again with the same call ID to get its result.',
} as const;
const unknownName = {
  kind: 'refused',
  message: "Unknown tool: 'Wire_Nobody'. Call tools/list to see all tools.",
} as const;
const noSecret = "Tool 'Wire_Secretive' needs the secret 'KEY'";

const noScope = {
  kind: 'refused',
  message: "Tool 'Wire_Scoped' needs the scopes 'wire:read' and 'wire:write'",
} as const;

/** Every kind of outcome. */
export const wireCases: readonly WireCase[] = [
  ...[{ a: [1, { b: null }] }, [1, 'two', null], 'hello', '[1]', 0, -1.5, false, {}].map(
    (value): WireCase => ({
      title: `value: ${JSON.stringify(value)}`,
      toolId: 'Wire.Value',
      input: { value },
      result: { kind: 'value', value },
    }),
  ),
  { title: 'value: a list with an output schema', toolId: 'Wire.List', result: { kind: 'value', value: [1, 2, 3] } },
  {
    title: 'value: an object returned with `withContent`',
    toolId: 'Wire.Pictured',
    result: { kind: 'value', value: { sum: 3 } },
  },
  { title: 'value: null', toolId: 'Wire.Value', result: { kind: 'value', value: null } },
  { title: 'value: no result', toolId: 'Wire.Nothing', result: { kind: 'value', value: null } },
  {
    title: 'failed, retryable',
    toolId: 'Wire.Fail',
    input: { how: 'busy' },
    result: { kind: 'failed', message: 'Busy', canRetry: true, retryAfterMs: 1500, prompt: 'Try 42', developerMessage },
  },
  {
    title: 'failed, not retryable',
    toolId: 'Wire.Fail',
    input: { how: 'final' },
    result: { ...failed, message: 'No such thing', developerMessage },
  },
  {
    title: 'failed unexpectedly',
    toolId: 'Wire.Fail',
    input: { how: 'unforeseen' },
    result: { ...failed, message: 'The tool failed unexpectedly.' },
  },
  {
    title: 'failed: invalid output',
    toolId: 'Wire.Wrong',
    result: {
      ...failed,
      message: 'The tool returned a value that does not match its output schema.',
      developerMessage: 'The value must be an integer.',
    },
  },
  {
    title: 'invalid input',
    toolId: 'Wire.Strict',
    input: { count: 'x' },
    result: { kind: 'invalid', problems: ['count: Must be an integer, got the string "x"'] },
  },
  { title: 'refused: missing sign-in', toolId: 'Wire.SignedIn', result: { kind: 'authorization', url: signInUrl } },
  {
    title: 'refused: missing secret',
    toolId: 'Wire.Secretive',
    result: { ...failed, message: noSecret },
    except: {
      'Open Tool Calling 1.0': { kind: 'refused', message: noSecret },
      'Arcade execute': {
        ...failed,
        message: noSecret,
        developerMessage: "Send context.secrets with one value for 'KEY'",
      },
      'Arcade worker': {
        ...failed,
        message: noSecret,
        developerMessage: "Send context.secrets with one value for 'KEY'",
      },
    },
  },
  {
    title: 'refused: missing scope',
    toolId: 'Wire.Scoped',
    result: { kind: 'authorization', url: undefined },
    except: { 'MCP 2026-07-28': noScope, 'MCP 2025-11-25': noScope },
  },
  {
    title: 'refused: unknown tool',
    toolId: 'Wire.Nobody',
    result: { kind: 'refused', message: "Tool 'Wire.Nobody' was not found" },
    except: { 'MCP 2026-07-28': unknownName, 'MCP 2025-11-25': unknownName },
  },
  {
    title: 'requests a sign-in',
    toolId: 'Wire.Ask',
    input: { what: 'signIn' },
    result: { kind: 'authorization', url: signInUrl },
  },
  {
    title: 'requests other user input',
    toolId: 'Wire.Ask',
    input: { what: 'name' },
    result: asked,
    except: {
      'MCP 2026-07-28': { kind: 'asks', message: question },
      'MCP 2025-11-25': { ...failed, message: `The tool needs more than its arguments: ${question}` },
    },
  },
  {
    title: 'artifact',
    toolId: 'Wire.File',
    result: { kind: 'artifact', url: 'https://files.example/1', contentType: 'text/csv', size: 4 },
  },
  {
    title: 'deferred',
    toolId: 'Wire.Later',
    result: { ...later, message: 'The tool is still running' },
    except: { 'MCP 2026-07-28': laterOverMcp, 'MCP 2025-11-25': laterOverMcp },
  },
];
