import * as incubating from '@opentelemetry/semantic-conventions/incubating';
import { expect, test } from 'vitest';
import { conventionalNames, conventionalValues, eventNames, metricNames, ownNames } from '../src/telemetry-names.ts';

// By name: all of them are marked as deprecated, since the conventions have moved to a repository that publishes no package yet.
const published: Readonly<Record<string, unknown>> = { ...incubating };

test('attributes of the conventions are named as published', () => {
  expect(conventionalNames).toEqual({
    errorType: published['ATTR_ERROR_TYPE'],
    operationName: published['ATTR_GEN_AI_OPERATION_NAME'],
    toolCallArguments: published['ATTR_GEN_AI_TOOL_CALL_ARGUMENTS'],
    toolCallId: published['ATTR_GEN_AI_TOOL_CALL_ID'],
    toolCallResult: published['ATTR_GEN_AI_TOOL_CALL_RESULT'],
    toolDescription: published['ATTR_GEN_AI_TOOL_DESCRIPTION'],
    toolName: published['ATTR_GEN_AI_TOOL_NAME'],
    toolType: published['ATTR_GEN_AI_TOOL_TYPE'],
    promptName: published['ATTR_GEN_AI_PROMPT_NAME'],
    jsonRpcRequestId: published['ATTR_JSONRPC_REQUEST_ID'],
    mcpMethodName: published['ATTR_MCP_METHOD_NAME'],
    mcpProtocolVersion: published['ATTR_MCP_PROTOCOL_VERSION'],
    mcpResourceUri: published['ATTR_MCP_RESOURCE_URI'],
    mcpSessionId: published['ATTR_MCP_SESSION_ID'],
    networkProtocolName: published['ATTR_NETWORK_PROTOCOL_NAME'],
    networkTransport: published['ATTR_NETWORK_TRANSPORT'],
    responseStatusCode: published['ATTR_RPC_RESPONSE_STATUS_CODE'],
  });
});

test('values and metrics of the conventions are named as published, as far as the package uses them', () => {
  expect(conventionalValues.executeTool).toBe(published['GEN_AI_OPERATION_NAME_VALUE_EXECUTE_TOOL']);
  expect(conventionalValues.toolsCall).toBe(published['MCP_METHOD_NAME_VALUE_TOOLS_CALL']);
  expect(metricNames.mcpDuration).toBe(published['METRIC_MCP_SERVER_OPERATION_DURATION']);
  // This metric was added after the conventions for generative AI had moved to a separate repository.
  expect(Object.values(published)).not.toContain(metricNames.toolDuration);
});

test("custom attributes have a separate prefix, and don't conflict with published names", () => {
  const { toolDuration: _tool, mcpDuration: _mcp, ...metrics } = metricNames;
  const taken = new Set<unknown>(Object.values(published));
  for (const name of [ownNames, eventNames, metrics].flatMap((names) => Object.values(names))) {
    expect(name).toMatch(/^toolwire\.[a-z_]+(\.[a-z_]+)*$/);
    expect(taken.has(name)).toBe(false);
  }
});
