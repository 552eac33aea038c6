import type { Told } from './told.ts';
import { developerMessage, signInUrl } from './tools.ts';

/** A call, and what its caller learns over every wire. */
export interface WireCase {
  /** The outcome, as the table names it. */
  readonly title: string;
  readonly toolId: string;
  readonly input?: unknown;
  readonly told: Told;
  /** Where a wire can say more, or only less. */
  readonly except?: Readonly<Record<string, Told>>;
}

const failed = { kind: 'failed', canRetry: false } as const;
const question = 'What is your name?';
const asked = { ...failed, message: `The tool needs more than its parameters: ${question}` } as const;
const later = { kind: 'failed', canRetry: true, retryAfterMs: 250 } as const;
const laterOverMcp = {
  ...later,
  message: 'The tool is still running. Call it again with the same call id to ask for its result.',
} as const;
const unknownName = {
  kind: 'refused',
  message: "Unknown tool: 'Wire_Nobody'. tools/list tells which there are.",
} as const;
const noSecret = "Tool 'Wire_Secretive' needs the secret 'KEY'";

const noScope = {
  kind: 'refused',
  message: "Tool 'Wire_Scoped' needs the scopes 'wire:read' and 'wire:write'",
} as const;

/** Every kind of outcome. */
export const wireCases: readonly WireCase[] = [
  ...[{ a: [1, { b: null }] }, [1, 'two', null], 'a text', '[1]', 0, -1.5, false, {}].map(
    (value): WireCase => ({
      title: `value: ${JSON.stringify(value)}`,
      toolId: 'Wire.Value',
      input: { value },
      told: { kind: 'value', value },
    }),
  ),
  { title: 'value: a list that is declared', toolId: 'Wire.List', told: { kind: 'value', value: [1, 2, 3] } },
  { title: 'value: null', toolId: 'Wire.Value', told: { kind: 'value', value: null } },
  { title: 'value: nothing', toolId: 'Wire.Nothing', told: { kind: 'value', value: null } },
  {
    title: 'failed, may be retried',
    toolId: 'Wire.Fail',
    input: { how: 'busy' },
    told: { kind: 'failed', message: 'Busy', canRetry: true, retryAfterMs: 1500, prompt: 'Try 42', developerMessage },
  },
  {
    title: 'failed for good',
    toolId: 'Wire.Fail',
    input: { how: 'final' },
    told: { ...failed, message: 'No such thing', developerMessage },
  },
  {
    title: 'failed unexpectedly',
    toolId: 'Wire.Fail',
    input: { how: 'unforeseen' },
    told: { ...failed, message: 'The tool failed unexpectedly.' },
  },
  {
    title: 'failed: a value of the wrong shape',
    toolId: 'Wire.Wrong',
    told: {
      ...failed,
      message: 'The tool returned a value that does not match its output schema.',
      developerMessage: 'The value must be an integer.',
    },
  },
  {
    title: 'invalid input',
    toolId: 'Wire.Strict',
    input: { count: 'x' },
    told: { kind: 'invalid', problems: ['count: Must be an integer, got the string "x"'] },
  },
  { title: 'refused: a sign-in is needed', toolId: 'Wire.SignedIn', told: { kind: 'authorization', url: signInUrl } },
  {
    title: 'refused: a secret is missing',
    toolId: 'Wire.Secretive',
    told: { ...failed, message: noSecret },
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
    title: 'refused: a scope is missing',
    toolId: 'Wire.Scoped',
    told: { kind: 'authorization', url: undefined },
    except: { 'MCP 2026-07-28': noScope, 'MCP 2025-11-25': noScope },
  },
  {
    title: 'refused: no such tool',
    toolId: 'Wire.Nobody',
    told: { kind: 'refused', message: "Tool 'Wire.Nobody' was not found" },
    except: { 'MCP 2026-07-28': unknownName, 'MCP 2025-11-25': unknownName },
  },
  {
    title: 'asks for a sign-in',
    toolId: 'Wire.Ask',
    input: { what: 'signIn' },
    told: { kind: 'authorization', url: signInUrl },
  },
  {
    title: 'asks for something else',
    toolId: 'Wire.Ask',
    input: { what: 'name' },
    told: asked,
    except: {
      'MCP 2026-07-28': { kind: 'asks', message: question },
      'MCP 2025-11-25': { ...failed, message: `The tool needs more than its arguments: ${question}` },
    },
  },
  {
    title: 'a file',
    toolId: 'Wire.File',
    told: { kind: 'artifact', url: 'https://files.example/1', contentType: 'text/csv', size: 4 },
  },
  {
    title: 'deferred',
    toolId: 'Wire.Later',
    told: { ...later, message: 'The tool is still running' },
    except: { 'MCP 2026-07-28': laterOverMcp, 'MCP 2025-11-25': laterOverMcp },
  },
];
