import { envelope, jsonHeaders, jsonLines, postRequest } from '../../../cases/support/calls.ts';
import type { OtcServer } from '../../../client/otc-server.ts';
import type { TestResponse } from '../../../client/response.ts';
import type { TestRequest } from '../../../client/send-request.ts';
import { toolsPrefix } from '../../build-app.ts';
import type { StartedApp } from '../../host-case.ts';

export const callPath: string = `${toolsPrefix}/tools/call`;

/** A request that calls a host tool. */
export function callRequest(tool: string, value?: unknown): TestRequest {
  return postRequest(hostCall(tool, value), callPath);
}

/** The bytes of a POST of JSON, by default of a call. */
export function postBytes(app: StartedApp, body: string, path: string = callPath): Uint8Array {
  return app.bytes({ method: 'POST', path, headers: jsonLines, body });
}

/** A call of a host tool, as text. */
export function hostCall(tool: string, value?: unknown): string {
  return envelope(hostRequest(tool, value));
}

/** Calls a host tool in the standard's envelope. */
export function callHostTool(server: OtcServer, tool: string, value?: unknown): Promise<TestResponse> {
  return server.call(hostRequest(tool, value));
}

function hostRequest(tool: string, value: unknown): object {
  return { tool_id: `Host.${tool}@1.0.0`, input: value === undefined ? {} : { value } };
}

/** Calls a tool with these headers. */
export function callAs(
  app: StartedApp,
  tool: string,
  headers: Readonly<Record<string, string>>,
): Promise<TestResponse> {
  return app.send({ ...callRequest(tool), headers: { ...jsonHeaders, ...headers } });
}
