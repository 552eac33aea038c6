import { type Call, noContextValues, type Outcome, type Tool } from '@toolwire/core';
import type { Logger, LogLevel } from '../src/logger.ts';

/** A call whose tool is known. */
export type ToolCall = Call & { readonly tool: Tool };

export const tool: Tool = {
  id: 'Mail.Send',
  version: '1.2.0',
  name: 'Mail_Send',
  description: 'Sends a mail.',
  inputSchema: {
    type: 'object',
    properties: { to: { type: 'string' }, password: { type: 'string', format: 'password' } },
  },
  outputSchema: {},
  checkInput: (value) => ({ ok: true, value }),
  checkOutput: (value) => ({ ok: true, value }),
  run: () => null,
};

export const done: Outcome = { kind: 'value', value: 15, durationMs: 1.23456, tool };

export function callFor(more: Partial<Call & { readonly validInput: unknown }> = {}): ToolCall {
  return {
    wire: 'otc',
    toolId: 'Mail.Send@1',
    callId: 'call-1',
    traceId: undefined,
    input: {},
    context: { authorization: [], secrets: [] },
    lifetime: new AbortController(),
    values: noContextValues,
    tool,
    ...more,
  };
}

/** A line of a log. */
export interface Line {
  readonly level: LogLevel;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** A logger that stores its lines. */
export function recordingLogger(): Logger & { readonly lines: Line[] } {
  const lines: Line[] = [];
  const line =
    (level: LogLevel) =>
    (fields: object, message: string): void =>
      void lines.push({ level, fields: { ...fields }, message });
  return { lines, debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
}
