import manifest from '../package.json' with { type: 'json' };

/** Attribute names of OpenTelemetry's conventions for generative AI and MCP. */
export const conventionalNames = {
  errorType: 'error.type',
  operationName: 'gen_ai.operation.name',
  toolCallArguments: 'gen_ai.tool.call.arguments',
  toolCallId: 'gen_ai.tool.call.id',
  toolCallResult: 'gen_ai.tool.call.result',
  toolDescription: 'gen_ai.tool.description',
  toolName: 'gen_ai.tool.name',
  toolType: 'gen_ai.tool.type',
  promptName: 'gen_ai.prompt.name',
  jsonRpcRequestId: 'jsonrpc.request.id',
  mcpMethodName: 'mcp.method.name',
  mcpProtocolVersion: 'mcp.protocol.version',
  mcpResourceUri: 'mcp.resource.uri',
  mcpSessionId: 'mcp.session.id',
  networkProtocolName: 'network.protocol.name',
  networkTransport: 'network.transport',
  responseStatusCode: 'rpc.response.status_code',
} as const;

/** Attribute values of these conventions. */
export const conventionalValues = {
  executeTool: 'execute_tool',
  toolsCall: 'tools/call',
  function: 'function',
  /** The error type of a tool that reported a failure. */
  toolError: 'tool_error',
} as const;

/** Attribute names outside of the conventions. */
export const ownNames = {
  wire: 'toolwire.wire',
  toolId: 'toolwire.tool.id',
  toolVersion: 'toolwire.tool.version',
  requestedVersion: 'toolwire.tool.requested_version',
  deprecated: 'toolwire.tool.deprecated',
  outcome: 'toolwire.outcome',
  failureReason: 'toolwire.failure.reason',
  canRetry: 'toolwire.retry.can_retry',
  retryAfterMs: 'toolwire.retry.after_ms',
  replayed: 'toolwire.replayed',
  traceId: 'toolwire.trace_id',
  attempt: 'toolwire.run.attempt',
} as const;

/** Names of span events. */
export const eventNames = {
  runStart: 'toolwire.run.start',
  runEnd: 'toolwire.run.end',
} as const;

/** Names of metrics; the two durations are part of the conventions. */
export const metricNames = {
  toolDuration: 'gen_ai.execute_tool.duration',
  mcpDuration: 'mcp.server.operation.duration',
  active: 'toolwire.calls.active',
  calls: 'toolwire.calls',
  rejected: 'toolwire.calls.rejected',
  replayed: 'toolwire.calls.replayed',
  retries: 'toolwire.runs.retried',
  tasksQueued: 'toolwire.tasks.queued',
  tasksOldest: 'toolwire.tasks.oldest',
  tasksWaitingForTool: 'toolwire.tasks.waiting_for_tool',
  tasksRunning: 'toolwire.tasks.running',
  tasksWait: 'toolwire.tasks.wait',
  tasksAttempts: 'toolwire.tasks.attempts',
  tasksLost: 'toolwire.tasks.lost',
  tasksEnded: 'toolwire.tasks.ended',
} as const;

/** The instrumentation scope of all spans and metrics. */
export const instrumentationScope: readonly [name: string, version: string] = [manifest.name, manifest.version];

/** The span name of a call. The tool's name is appended once the tool is found, because callers choose the IDs that they send. */
export function callSpanName(wire: string, toolName?: string): string {
  return spanName(wire === 'mcp' ? conventionalValues.toolsCall : conventionalValues.executeTool, toolName);
}

/** The span name of an operation. The subject, a tool or a prompt, is appended once it is found. */
export function spanName(operation: string, subject?: string): string {
  return subject === undefined ? operation : `${operation} ${subject}`;
}
