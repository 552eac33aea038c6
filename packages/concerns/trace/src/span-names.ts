import { conventionalValues } from './telemetry-names.ts';

/** The span name of a call. The tool's name is appended once the tool is found, because callers choose the IDs that they send. */
export function callSpanName(wire: string, toolName?: string): string {
  return withSubject(wire === 'mcp' ? conventionalValues.toolsCall : conventionalValues.executeTool, toolName);
}

/** The span name of a run of a tool outside of a server. */
export function runSpanName(toolName: string): string {
  return withSubject(conventionalValues.executeTool, toolName);
}

/** The span name of an MCP request that is not a call. The prompt's name is appended once the prompt is found. */
export function requestSpanName(method: string, prompt?: string): string {
  return withSubject(method, prompt);
}

function withSubject(operation: string, subject: string | undefined): string {
  return subject === undefined ? operation : `${operation} ${subject}`;
}
